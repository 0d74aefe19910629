import { BitReader, removeEmulationPrevention } from '../bits/bit-reader';
import { readSeiMessages } from '../sei/sei-messages';

/** NAL unit types that this product knows (ITU-T H.264, table 7-1). */
export const nalType = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, accessUnitDelimiter: 9, filler: 12 } as const;

export const nalTypeOf = (nal: Buffer): number => (nal[0] ?? 0) & 0x1f;

/** Covers the beginning of a slice header. */
const sliceHeaderBytes = 16;

/**
 * The kind of a slice (7.3.3, table 7-6). A switching slice counts as the kind that it resembles.
 * @returns null when the bytes are no slice
 */
export function sliceKind(nal: Buffer): 'P' | 'B' | 'I' | null {
  try {
    const bits = new BitReader(removeEmulationPrevention(nal.subarray(1, sliceHeaderBytes)));
    bits.readGolomb();
    return (['P', 'B', 'I', 'P', 'I'] as const)[bits.readGolomb() % 5] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether this slice is the first of its access unit: first_mb_in_slice (7.3.3) is 0. */
export const startsAccessUnit = (nal: Buffer): boolean => ((nal[1] ?? 0) & 0x80) !== 0;

const recoveryPoint = 6;

/** Whether supplemental information (7.3.2.3, D.1) says that a decoder may begin at this access unit. */
export const hasRecoveryPoint = (nal: Buffer): boolean =>
  readSeiMessages(nal.subarray(1)).some(({ type }) => type === recoveryPoint);
