/** NAL unit types that this product cares about (ITU-T H.264, table 7-1). */
export const nalType = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, accessUnitDelimiter: 9, filler: 12 } as const;

export const nalTypeOf = (nal: Buffer): number => (nal[0] ?? 0) & 0x1f;

const startCode = Buffer.from([0, 0, 1]);

/** Cuts an Annex B byte stream (H.264 annex B) into NAL units without their start codes and trailing zeros. No copy. */
export function splitAnnexB(data: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let start = data.indexOf(startCode);
  while (start >= 0) {
    const begin = start + 3;
    const next = data.indexOf(startCode, begin);
    let end = next < 0 ? data.length : next;
    while (end > begin && data[end - 1] === 0) end--;
    if (end > begin) nals.push(data.subarray(begin, end));
    start = next;
  }
  return nals;
}

export interface SequenceParameters {
  profileIdc: number;
  levelIdc: number;
  width: number;
  height: number;
}

/** Beyond this no level goes (annex A: 139,264 macroblocks, at most the root of eight times that in a row). */
const maxSidePixels = 1_055 * 16;

const profilesWithChromaFormat = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/**
 * Reads the size out of a sequence parameter set (H.264, 7.3.2.1.1).
 * @returns null where the bytes are no valid parameter set
 */
export function parseSps(nal: Buffer): SequenceParameters | null {
  try {
    const bits = new BitReader(removeEmulationPrevention(nal.subarray(1)));
    const profileIdc = bits.read(8);
    bits.read(8);
    const levelIdc = bits.read(8);
    bits.readGolomb();
    let chromaFormatIdc = 1;
    let isSeparateColourPlane = false;
    if (profilesWithChromaFormat.has(profileIdc)) {
      chromaFormatIdc = bits.readGolomb();
      if (chromaFormatIdc === 3) isSeparateColourPlane = bits.read(1) === 1;
      bits.readGolomb();
      bits.readGolomb();
      bits.read(1);
      if (bits.read(1) === 1) skipScalingLists(bits, chromaFormatIdc === 3 ? 12 : 8);
    }
    bits.readGolomb();
    const pictureOrderCountType = bits.readGolomb();
    if (pictureOrderCountType === 0) bits.readGolomb();
    else if (pictureOrderCountType === 1) {
      bits.read(1);
      bits.readGolomb();
      bits.readGolomb();
      const cycle = bits.readGolomb();
      for (let i = 0; i < cycle; i++) bits.readGolomb();
    }
    bits.readGolomb();
    bits.read(1);
    const widthInMacroblocks = bits.readGolomb() + 1;
    const heightInMapUnits = bits.readGolomb() + 1;
    const isFrameMacroblocksOnly = bits.read(1);
    if (isFrameMacroblocksOnly === 0) bits.read(1);
    bits.read(1);
    let width = widthInMacroblocks * 16;
    let height = (2 - isFrameMacroblocksOnly) * heightInMapUnits * 16;
    if (bits.read(1) === 1) {
      const chromaArrayType = isSeparateColourPlane ? 0 : chromaFormatIdc;
      const cropUnitX = chromaArrayType === 1 || chromaArrayType === 2 ? 2 : 1;
      const cropUnitY = (chromaArrayType === 1 ? 2 : 1) * (2 - isFrameMacroblocksOnly);
      width -= (bits.readGolomb() + bits.readGolomb()) * cropUnitX;
      height -= (bits.readGolomb() + bits.readGolomb()) * cropUnitY;
    }
    const isPossible = [width, height].every((pixels) => pixels > 0 && pixels <= maxSidePixels);
    return isPossible ? { profileIdc, levelIdc, width, height } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** 7.3.2.1.1.1 */
function skipScalingLists(bits: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (bits.read(1) === 0) continue;
    let next = 8;
    for (let i = 0; i < (list < 6 ? 16 : 64) && next !== 0; i++) next = (next + bits.readSignedGolomb() + 256) % 256;
  }
}

/** 7.4.1: 00 00 03 stands for 00 00. */
function removeEmulationPrevention(nal: Buffer): Buffer {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}

class BitReader {
  #data: Buffer;
  #position = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  /** @throws RangeError past the end */
  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      const byte = this.#data.readUInt8(this.#position >> 3);
      value = value * 2 + ((byte >> (7 - (this.#position & 7))) & 1);
      this.#position++;
    }
    return value;
  }

  /** ue(v), 9.1. @throws RangeError past the end or beyond 32 bits */
  readGolomb(): number {
    let zeros = 0;
    while (this.read(1) === 0) if (++zeros > 32) throw new RangeError('Exp-Golomb code too long');
    return 2 ** zeros - 1 + this.read(zeros);
  }

  /** se(v), 9.1.1 */
  readSignedGolomb(): number {
    const value = this.readGolomb();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  }
}
