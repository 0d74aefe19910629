/* NAL units of ITU-T H.265, table 7-1. */

const nalType = { bla: 16, cra: 21, vps: 32, sps: 33, pps: 34, accessUnitDelimiter: 35, prefixSei: 39 } as const;

/** Length of a NAL unit's header (7.3.1.2). */
export const hevcHeaderBytes = 2;

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
export const isHevcPrefixSei = (nal: Buffer): boolean => nalTypeOf(nal) === nalType.prefixSei;

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
