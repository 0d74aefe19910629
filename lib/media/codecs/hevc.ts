import type { Size } from '../frame';
import { addEmulationPrevention, BitReader, removeEmulationPrevention } from './bit-reader';
import {
  type EncoderTime,
  precisionTimeStampMessage,
  precisionTimeStampUuids,
  readEncoderTime,
  readSeiMessages,
} from './sei';

/* NAL units of ITU-T H.265, table 7-1. */

const nalType = { bla: 16, cra: 21, vps: 32, sps: 33, pps: 34, accessUnitDelimiter: 35, prefixSei: 39 } as const;

/** Length of a NAL unit's header (7.3.1.2). */
const hevcHeaderBytes = 2;

const nalTypeOf = (nal: Buffer): number => ((nal[0] ?? 0) >> 1) & 0x3f;

export const isHevcSlice = (nal: Buffer): boolean => nalTypeOf(nal) < nalType.vps;

export const isHevcParameterSet = (nal: Buffer): boolean =>
  nalTypeOf(nal) >= nalType.vps && nalTypeOf(nal) <= nalType.pps;

/** A video or sequence parameter set. Encoders send one exactly where a player can begin. */
export const isHevcSequenceStart = (nal: Buffer): boolean =>
  nalTypeOf(nal) === nalType.vps || nalTypeOf(nal) === nalType.sps;

/** Whether a NAL unit is an SPS of the base layer, the only layer decoded (F.7.3.1.2). */
export const isHevcSps = (nal: Buffer): boolean =>
  nalTypeOf(nal) === nalType.sps && ((nal[0] ?? 0) & 1) === 0 && (nal[1] ?? 0) >> 3 === 0;

/** An intra random access point: a decoder that has the parameter sets can start with it. */
export const isHevcIrap = (nal: Buffer): boolean => nalTypeOf(nal) >= nalType.bla && nalTypeOf(nal) <= nalType.cra;

/** Supplemental enhancement information for the picture that follows. */
const isHevcPrefixSei = (nal: Buffer): boolean => nalTypeOf(nal) === nalType.prefixSei;

/** A first slice segment (7.3.6.1), parameter sets, a delimiter, or information for what follows. */
export const startsHevcAccessUnit = (nal: Buffer): boolean =>
  isHevcSlice(nal)
    ? ((nal[2] ?? 0) & 0x80) !== 0
    : nalTypeOf(nal) <= nalType.accessUnitDelimiter || isHevcPrefixSei(nal);

/**
 * Maximum size of a picture with skipped blocks only. At 360p x265's have 44 to 52 bytes, at 720p 79 to 130, at 1080p
 * 103 to 140. Sensor noise makes them four times as large, even when dark or at low bitrates.
 */
const emptySliceBytes = 60;
const skippedPixelBytes = 1 / 12_000;

/**
 * Whether a picture only repeats the one before. It judges only pictures that others are predicted from, which have odd
 * types (7.4.2.2): the others may be as small while the picture moves.
 * @param pixels of the picture
 */
export function repeatsHevc(slices: Buffer[], bytes: number, pixels: number): boolean | undefined {
  const [first] = slices;
  if (!first || isHevcIrap(first) || nalTypeOf(first) % 2 === 0) return undefined;
  return bytes <= slices.length * emptySliceBytes + pixels * skippedPixelBytes;
}

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

/** Payload type (H.265, D.2.1). */
const timeCode = 136;

/** A time code without its offset, whose unit few encoders announce. */
interface TimeCode {
  secondOfDay: number;
  /** Counts the frames of a second, at a rate that few encoders announce. */
  frame: number;
}

/**
 * Reads when an encoder captured the frames of an HEVC stream. A time code counts frames, so it tells the time only
 * where a second begins: then within a frame.
 */
export class HevcTime {
  #secondOfDay: number | null = null;

  /** @param nals of one access unit @returns null when they have no time */
  read(nals: readonly Buffer[]): EncoderTime | null {
    const messages = nals.filter(isHevcPrefixSei).flatMap((nal) => readSeiMessages(nal.subarray(hevcHeaderBytes)));
    const stamped = readEncoderTime(messages, null);
    if (stamped) return stamped;
    const payload = messages.find(({ type }) => type === timeCode)?.payload;
    const code = payload ? readTimeCode(payload) : null;
    if (!code) return null;
    const { secondOfDay, frame } = code;
    const begins = this.#secondOfDay !== null && this.#secondOfDay !== secondOfDay;
    this.#secondOfDay = secondOfDay;
    return begins && frame === 0 ? { ms: secondOfDay * 1_000, isTimeOfDay: true } : null;
  }
}

/** The first complete clock timestamp of a time code message (H.265, D.2.27, D.3.27). */
function readTimeCode(payload: Buffer): TimeCode | null {
  try {
    const bits = new BitReader(payload);
    const count = bits.read(2);
    for (let index = 0; index < count; index++) {
      const isPresent = bits.read(1) === 1;
      if (!isPresent) continue;
      // units_field_based_flag, counting_type
      bits.read(6);
      const isFull = bits.read(1) === 1;
      // discontinuity_flag, cnt_dropped_flag
      bits.read(2);
      const frame = bits.read(9);
      if (!isFull) return null;
      const [seconds, minutes, hours] = [bits.read(6), bits.read(6), bits.read(5)];
      if (seconds > 59 || minutes > 59 || hours > 23) return null;
      return { secondOfDay: (hours * 60 + minutes) * 60 + seconds, frame };
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** With its length and trailing bits: 43 bits, and 5 that fill the last byte. */
const timeCodeBytes = 6;

/**
 * A NAL unit of H.265 that says when a frame was captured, by MISB ST 0604 and as a time code of UTC. More receivers know the
 * UUID of H.264, so it has that stamp as well.
 * @param ms since 1970 @param fps null: without a time code
 */
export function hevcCaptureNal(ms: number, fps: number | null): Buffer {
  const stamps = precisionTimeStampUuids.map((uuid) => precisionTimeStampMessage(ms, uuid));
  const codes = fps === null ? [] : [Buffer.from([timeCode, timeCodeBytes]), timeCodePayload(ms, fps)];
  const messages = Buffer.concat([...stamps, ...codes, Buffer.from([0x80])]);
  return Buffer.concat([Buffer.from([nalType.prefixSei << 1, 1]), addEmulationPrevention(messages)]);
}

/** One full clock timestamp, which counts frames and has no offset (H.265, D.2.27). */
function timeCodePayload(ms: number, fps: number): Buffer {
  const seconds = Math.floor(ms / 1_000);
  const [second, minute, hour] = [seconds % 60, Math.floor(seconds / 60) % 60, Math.floor(seconds / 3_600) % 24];
  const frame = Math.floor(((ms % 1_000) / 1_000) * fps);
  const bits = [
    [1, 2], // one timestamp
    [1, 1], // which is there,
    [0, 6], // counts frames, and leaves out none,
    [1, 1], // is full,
    [0, 2], // and continues.
    [frame, 9],
    [second, 6],
    [minute, 6],
    [hour, 5],
    [0, 5], // without an offset
    [16, 5], // payload_bit_equal_to_one, and zeros (7.3.5)
  ] as const;
  const value = bits.reduce((sum, [field, count]) => sum * 2 ** count + field, 0);
  const payload = Buffer.alloc(timeCodeBytes);
  payload.writeUIntBE(value, 0, timeCodeBytes);
  return payload;
}
