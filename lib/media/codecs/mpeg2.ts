import type { Size } from '../frame';

/* Units of MPEG-1 and MPEG-2 video (ISO/IEC 13818-2, table 6-1). */

const startCode = { picture: 0x00, firstSlice: 0x01, lastSlice: 0xaf, sequence: 0xb3, extension: 0xb5, group: 0xb8 };
const sequenceExtension = 1;

export const isMpeg2SequenceHeader = (unit: Buffer): boolean => unit[0] === startCode.sequence;

/** The sequence header or its extension, which a decoder needs first. */
export const isMpeg2Parameters = (unit: Buffer): boolean =>
  isMpeg2SequenceHeader(unit) || (unit[0] === startCode.extension && (unit[1] ?? 0) >> 4 === sequenceExtension);

/** The sizes that sequence headers announce, with their extensions (6.2.2.1, 6.2.2.3). */
export function readMpeg2Sizes(units: Buffer[]): Size[] {
  const sizes: Size[] = [];
  for (const unit of units.filter((candidate) => candidate.length >= 4)) {
    const latest = sizes.at(-1);
    if (isMpeg2SequenceHeader(unit)) {
      sizes.push({ width: unit.readUInt16BE(1) >> 4, height: unit.readUInt16BE(2) & 0x0fff });
    } else if (isMpeg2Parameters(unit) && latest) {
      latest.width |= ((unit.readUInt16BE(2) >> 7) & 3) << 12;
      latest.height |= ((unit.readUInt16BE(2) >> 5) & 3) << 12;
    }
  }
  return sizes;
}

export const isMpeg2Slice = (unit: Buffer): boolean =>
  (unit[0] ?? 0) >= startCode.firstSlice && (unit[0] ?? 0) <= startCode.lastSlice;

/**
 * Whether this unit begins an access unit: a sequence, a group or a picture. The second field of a picture has its
 * number.
 * @param before the units of the access unit before it
 */
export function startsMpeg2AccessUnit(unit: Buffer, before: Buffer[]): boolean {
  const reference = temporalReference(unit);
  if (reference === undefined) return isMpeg2SequenceHeader(unit) || isGroupHeader(unit);
  return before.map(temporalReference).find((found) => found !== undefined) !== reference;
}

/**
 * The number of a picture in its group, the same for its two fields. Undefined for a unit that is no picture header.
 */
const temporalReference = (unit: Buffer): number | undefined =>
  unit[0] === startCode.picture && unit.length > 2 ? unit.readUInt16BE(1) >> 6 : undefined;

/** The coding types of the picture headers among these units (table 6-12). */
const codingTypes = (units: Buffer[]): number[] =>
  units.flatMap((unit) => (unit[0] === startCode.picture && unit.length > 2 ? [((unit[2] ?? 0) >> 3) & 7] : []));

const predicted = 2;
/**
 * Maximum size of a slice with skipped macroblocks only. FFmpeg's have 6 to 7 bytes, or 15 with a few differences.
 * Sensor noise makes them 27 bytes or more.
 */
const emptySliceBytes = 16;

/** Whether a P picture only repeats the one before; undefined for other pictures. */
export function repeatsMpeg2(units: Buffer[], slices: Buffer[], bytes: number): boolean | undefined {
  const types = codingTypes(units);
  if (types.length === 0 || types.some((type) => type !== predicted)) return undefined;
  return bytes <= slices.length * emptySliceBytes;
}

const isGroupHeader = (unit: Buffer): boolean => unit[0] === startCode.group;

/** Half the range of a 10-bit counter: a number further back has wrapped. */
const halfRound = 512;

/** The display order of MPEG-2's access units (6.3.9), which arrive in another order. */
export class Mpeg2DisplayOrder {
  #groupStart = 0;
  #next = 0;

  /**
   * Takes the units of the next access unit.
   * @returns its index in display order; undefined when it has no picture header
   */
  indexOf(units: Buffer[]): number | undefined {
    const reference = units.map(temporalReference).find((found) => found !== undefined);
    if (reference === undefined) return undefined;
    if (units.some(isGroupHeader)) this.#groupStart = this.#next;
    while (this.#groupStart + reference < this.#next - halfRound) this.#groupStart += 2 * halfRound;
    const index = this.#groupStart + reference;
    this.#next = Math.max(this.#next, index + 1);
    return index;
  }
}
