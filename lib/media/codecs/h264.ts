import { BitReader, removeEmulationPrevention } from './bit-reader';
import { readSeiMessages, type TimingSyntax } from './sei';

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
const hasRecoveryPoint = (nal: Buffer): boolean =>
  readSeiMessages(nal.subarray(1)).some(({ type }) => type === recoveryPoint);

export interface SequenceParameters {
  profileIdc: number;
  /** constraint_set0_flag is the highest of its eight bits. */
  constraints: number;
  levelIdc: number;
  width: number;
  height: number;
  /** 0: gray, 1: 4:2:0, 2: 4:2:2, 3: 4:4:4. */
  chromaFormatIdc: number;
  /** The larger of the luma and chroma depths. */
  bitDepth: number;
  /** Frames may consist of fields, or contain blocks of fields. */
  isInterlaced: boolean;
  /** A pixel's width divided by its height; 1 when unspecified. */
  pixelAspect: number;
  /** How many access units may precede one that is shown before them. Null when unspecified. */
  maxReorderFrames: number | null;
  /** How to read picture timing messages; null when there are none, or none with a time. */
  timing: TimingSyntax | null;
}

/** No level goes beyond this (annex A: 139,264 macroblocks, at most the root of eight times that in a row). */
const maxSidePixels = 1_055 * 16;

const profilesWithChromaFormat = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Reads a sequence parameter set (H.264, 7.3.2.1.1). @returns null when the bytes are no valid parameter set */
export function parseH264Sps(nal: Buffer): SequenceParameters | null {
  try {
    const bits = new BitReader(removeEmulationPrevention(nal.subarray(1)));
    const profileIdc = bits.read(8);
    const constraints = bits.read(8);
    const levelIdc = bits.read(8);
    bits.readGolomb();
    let chromaFormatIdc = 1;
    let isSeparateColorPlane = false;
    let bitDepth = 8;
    if (profilesWithChromaFormat.has(profileIdc)) {
      chromaFormatIdc = bits.readGolomb();
      if (chromaFormatIdc === 3) isSeparateColorPlane = bits.read(1) === 1;
      bitDepth = 8 + Math.max(bits.readGolomb(), bits.readGolomb());
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
      const chromaArrayType = isSeparateColorPlane ? 0 : chromaFormatIdc;
      const cropUnitX = chromaArrayType === 1 || chromaArrayType === 2 ? 2 : 1;
      const cropUnitY = (chromaArrayType === 1 ? 2 : 1) * (2 - isFrameMacroblocksOnly);
      width -= (bits.readGolomb() + bits.readGolomb()) * cropUnitX;
      height -= (bits.readGolomb() + bits.readGolomb()) * cropUnitY;
    }
    const isPossible = [width, height].every((pixels) => pixels > 0 && pixels <= maxSidePixels);
    if (!isPossible) return null;
    const { pixelAspect, maxReorderFrames, timing } = readUsability(bits);
    return {
      profileIdc,
      constraints,
      levelIdc,
      width,
      height,
      chromaFormatIdc,
      bitDepth,
      isInterlaced: isFrameMacroblocksOnly === 0,
      pixelAspect,
      maxReorderFrames,
      timing,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Table E-1, from 1 on. */
// biome-ignore format: a table
const pixelAspects = [
  1, 12 / 11, 10 / 11, 16 / 11, 40 / 33, 24 / 11, 20 / 11, 32 / 11,
  80 / 33, 18 / 11, 15 / 11, 64 / 33, 160 / 99, 4 / 3, 3 / 2, 2,
];
const extendedPixelAspect = 255;

/** Reads the video usability information (E.1.1). When an encoder ends it early, what precedes the end is valid. */
function readUsability(bits: BitReader): Pick<SequenceParameters, 'pixelAspect' | 'maxReorderFrames' | 'timing'> {
  let pixelAspect = 1;
  let timing: TimingSyntax | null = null;
  try {
    const hasUsability = bits.read(1) === 1;
    if (!hasUsability) return { pixelAspect, maxReorderFrames: null, timing };
    if (bits.read(1) === 1) {
      const index = bits.read(8);
      const [width, height] =
        index === extendedPixelAspect ? [bits.read(16), bits.read(16)] : [pixelAspects[index - 1], 1];
      pixelAspect = width && height ? width / height : 1;
    }
    const hasOverscan = bits.read(1) === 1;
    if (hasOverscan) bits.read(1);
    const hasVideoSignalType = bits.read(1) === 1;
    if (hasVideoSignalType) {
      bits.read(4);
      const hasColorDescription = bits.read(1) === 1;
      if (hasColorDescription) bits.read(24);
    }
    const hasChromaLocation = bits.read(1) === 1;
    if (hasChromaLocation) for (let i = 0; i < 2; i++) bits.readGolomb();
    const hasTiming = bits.read(1) === 1;
    const [unitsInTick, timeScale] = hasTiming ? [bits.read(32), bits.read(32)] : [0, 0];
    if (hasTiming) bits.read(1);
    const nalRate = readRateParameters(bits);
    const vclRate = readRateParameters(bits);
    const delays = vclRate ?? nalRate;
    if (delays) bits.read(1);
    const hasPictureStructure = bits.read(1) === 1;
    // Without announced lengths there are no delays, and offsets have 24 bits (E.2.2).
    if (hasPictureStructure && timeScale > 0) {
      timing = { delayBits: delays?.delayBits ?? 0, offsetBits: delays?.offsetBits ?? 24, unitsInTick, timeScale };
    }
    const hasRestriction = bits.read(1) === 1;
    if (!hasRestriction) return { pixelAspect, maxReorderFrames: null, timing };
    bits.read(1);
    for (let i = 0; i < 4; i++) bits.readGolomb();
    return { pixelAspect, maxReorderFrames: bits.readGolomb(), timing };
  } catch (error) {
    if (error instanceof RangeError) return { pixelAspect, maxReorderFrames: null, timing };
    throw error;
  }
}

/** Reads the hypothetical reference decoder's parameters (E.1.2). @returns null when there are none */
function readRateParameters(bits: BitReader): Pick<TimingSyntax, 'delayBits' | 'offsetBits'> | null {
  if (bits.read(1) === 0) return null;
  const count = bits.readGolomb() + 1;
  bits.read(8);
  for (let i = 0; i < count; i++) {
    bits.readGolomb();
    bits.readGolomb();
    bits.read(1);
  }
  // initial_cpb_removal_delay_length_minus1
  bits.read(5);
  const delayBits = bits.read(5) + 1 + bits.read(5) + 1;
  return { delayBits, offsetBits: bits.read(5) };
}

/** 7.3.2.1.1.1 */
function skipScalingLists(bits: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (bits.read(1) === 0) continue;
    let next = 8;
    for (let i = 0; i < (list < 6 ? 16 : 64) && next !== 0; i++) next = (next + bits.readSignedGolomb() + 256) % 256;
  }
}

export interface CompleteAccessUnit {
  /** With parameter sets, when a decoder can start here. */
  nals: Buffer[];
  /** A decoder can start here: an IDR picture, a recovery point, or I slices only. */
  isKeyframe: boolean;
  /** A browser can, too. */
  isIdr: boolean;
}

/**
 * Remembers a stream's parameter sets and adds them to every access unit where a decoder can start. So a viewer can
 * start at any of them.
 */
export class ParameterSets {
  #sps: Buffer | undefined;
  #pps: Buffer[] = [];
  #parameters: SequenceParameters | null = null;

  /** The latest sequence parameter set's values; null before the first. Another set is another object. */
  get parameters(): SequenceParameters | null {
    return this.#parameters;
  }

  /** @param nals of one access unit */
  complete(nals: Buffer[]): CompleteAccessUnit {
    let isIdr = false;
    let isRecoveryPoint = false;
    let sps: Buffer | undefined;
    const pps: Buffer[] = [];
    for (const nal of nals) {
      const type = nalTypeOf(nal);
      if (type === nalType.sps) sps = nal;
      else if (type === nalType.pps) pps.push(nal);
      else if (type === nalType.idr) isIdr = true;
      else if (type === nalType.sei) isRecoveryPoint ||= hasRecoveryPoint(nal);
    }
    if (sps && !this.#sps?.equals(sps)) {
      this.#sps = Buffer.from(sps);
      this.#parameters = parseH264Sps(sps);
    }
    if (pps.length > 0) this.#pps = pps.map((nal) => Buffer.from(nal));
    const isKeyframe = isIdr || isRecoveryPoint || (sps !== undefined && isIntra(nals));
    if (!isKeyframe || !this.#sps || this.#pps.length === 0) return { nals, isKeyframe: false, isIdr: false };
    const rest = nals.filter((nal) => !isParameterSet(nal));
    return { nals: [this.#sps, ...this.#pps, ...rest], isKeyframe, isIdr };
  }
}

function isIntra(nals: Buffer[]): boolean {
  const slices = nals.filter((nal) => nalTypeOf(nal) === nalType.slice);
  return slices.length > 0 && slices.every((nal) => sliceKind(nal) === 'I');
}

function isParameterSet(nal: Buffer): boolean {
  const type = nalTypeOf(nal);
  return type === nalType.sps || type === nalType.pps;
}
