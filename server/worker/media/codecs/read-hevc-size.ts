import { BitReader, removeEmulationPrevention } from '../bits/bit-reader';
import { hevcHeaderBytes } from './hevc';
import type { Size } from './size';

/** More than any encoder needs for the fields up to the size; the rest is not read. */
const maxSizeBytes = 512;
/** profile_tier_level without its level (7.3.3). */
const profileBits = 88;
const levelBits = 8;

/**
 * Reads the size of the coded frames from a sequence parameter set (H.265, 7.3.2.2.1).
 * @throws RangeError when the bytes are no valid parameter set
 */
export function readHevcSize(nal: Buffer): Size {
  const bits = new BitReader(removeEmulationPrevention(nal.subarray(hevcHeaderBytes, maxSizeBytes)));
  bits.read(4);
  const lowerLayerCount = bits.read(3);
  bits.read(1);
  bits.read(profileBits + levelBits);
  const layers = Array.from({ length: lowerLayerCount }, () => ({ profile: bits.read(1), level: bits.read(1) }));
  if (lowerLayerCount > 0) bits.read(2 * (8 - lowerLayerCount));
  for (const { profile, level } of layers) bits.read(profile * profileBits + level * levelBits);
  bits.readGolomb();
  const chromaFormatIdc = bits.readGolomb();
  if (chromaFormatIdc === 3) bits.read(1);
  return { width: bits.readGolomb(), height: bits.readGolomb() };
}
