import { bytesOf, groupAccessUnits, joinAnnexB, splitAnnexB } from './annex-b';
import { nalType, nalTypeOf, ParameterSets, type SequenceParameters, sliceKind, startsAccessUnit } from './h264';
import type { ParameterLimits } from './parameter-limits';
import { readEncoderName, readEncoderTime, readSeiMessages } from './sei';
import { profileName } from './video-decoder';
import type { AccessUnit, VideoFacts, VideoReader } from './video-reader';

/** An encoder that uses B-frames has used one by then. */
const settledAfterAccessUnits = 30;
/** After this many keyframes without an IDR picture, none will come. */
const maxKeyframesWithoutIdr = 2;

/**
 * Maximum size of a P frame with skipped macroblocks only. Up to 1080p, x264's have 13 to 20 bytes, and each further
 * slice adds its header. The faintest sensor noise adds tens of bytes.
 */
const emptySliceBytes = 24;
const skippedMacroblockBytes = 1 / 300;
const macroblockPixels = 16 * 16;

const chromaFormats = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'] as const;
const constrainedBaseline = 66 | (1 << 9);

/** Reads H.264 from its parameter sets and slice headers alone, without decoding. */
export class H264Reader implements VideoReader {
  readonly #limits: ParameterLimits;
  #parameterSets = new ParameterSets();
  #parameters: SequenceParameters | null = null;
  #facts: VideoFacts | null = null;
  #accessUnitCount = 0;
  #keyframesWithoutIdr = 0;
  #hasBSlices = false;
  #hasIdr = true;

  /** @param limits of the video that it hands out */
  constructor(limits: ParameterLimits) {
    this.#limits = limits;
  }

  get facts(): VideoFacts | null {
    return this.#facts;
  }

  get isSettled(): boolean {
    return (
      this.#facts !== null && (this.#hasBSlices || !this.#hasIdr || this.#accessUnitCount >= settledAfterAccessUnits)
    );
  }

  read(data: Buffer): AccessUnit[] {
    const nals = splitAnnexB(data);
    if (!this.#limits.admit(nals)) return [];
    // The two fields of one frame begin alike.
    const isOne = this.#parameters?.isInterlaced || nals.length < 2;
    const accessUnits = isOne ? [nals] : groupAccessUnits(nals, startsWith, isSlice);
    return accessUnits.map((units) => this.#read(units, accessUnits.length === 1 ? data : null));
  }

  /** @param data its bytes, when they are at hand */
  #read(units: Buffer[], data: Buffer | null): AccessUnit {
    const { nals, isKeyframe, isIdr } = this.#parameterSets.complete(units);
    const { parameters } = this.#parameterSets;
    if (parameters && parameters !== this.#parameters) {
      this.#parameters = parameters;
      this.#accessUnitCount = 0;
      this.#keyframesWithoutIdr = 0;
      this.#hasBSlices = false;
      this.#hasIdr = true;
      this.#facts = null;
    }
    if (isIdr) this.#keyframesWithoutIdr = 0;
    else if (isKeyframe) this.#keyframesWithoutIdr++;
    if (this.#keyframesWithoutIdr >= maxKeyframesWithoutIdr) this.#hasIdr = false;
    if (!this.#hasBSlices)
      this.#hasBSlices = nals.some((nal) => nalTypeOf(nal) === nalType.slice && sliceKind(nal) === 'B');
    if (this.#facts || isKeyframe) {
      this.#accessUnitCount++;
      this.#learn();
    }
    const slices = nals.filter(isSlice);
    const sliceBytes = bytesOf(slices);
    const messages = nals
      .filter((nal) => nalTypeOf(nal) === nalType.sei)
      .flatMap((nal) => readSeiMessages(nal.subarray(1)));
    return {
      nals,
      isKeyframe,
      isIdr,
      data: isKeyframe || !data ? joinAnnexB(nals) : data,
      sliceBytes,
      isUnchanged: isKeyframe ? undefined : this.#repeats(slices, sliceBytes),
      encoderTime: readEncoderTime(messages, parameters?.timing ?? null),
      encoderName: readEncoderName(messages),
    };
  }

  /** Judges P frames only: B-frames of a moving picture may be as small. */
  #repeats(slices: Buffer[], bytes: number): boolean | undefined {
    const [first] = slices;
    const { parameters } = this.#parameterSets;
    if (!parameters || !first || sliceKind(first) !== 'P') return undefined;
    const macroblocks = (parameters.width * parameters.height) / macroblockPixels;
    return bytes <= slices.length * emptySliceBytes + macroblocks * skippedMacroblockBytes;
  }

  #learn(): void {
    const { parameters } = this.#parameterSets;
    if (!parameters) return;
    // The announced reordering counts until an encoder has had time to use it.
    const mayReorder = !this.isSettled && (parameters.maxReorderFrames ?? 0) > 0;
    const hasBFrames = this.#hasBSlices || mayReorder;
    const hasIdr = this.#hasIdr;
    if (this.#facts?.hasBFrames === hasBFrames && this.#facts.hasIdr === hasIdr) return;
    const { profileIdc, constraints, width, height, pixelAspect, chromaFormatIdc, bitDepth, isInterlaced } = parameters;
    const isConstrained = profileIdc === 66 && (constraints & 0x40) !== 0;
    this.#facts = {
      codec: 'h264',
      profile: profileName('h264', isConstrained ? constrainedBaseline : profileIdc),
      width,
      height,
      pixelAspect,
      chroma: chromaFormats[chromaFormatIdc] ?? '4:4:4',
      bitDepth,
      isInterlaced,
      hasBFrames,
      hasIdr,
    };
  }
}

/** H.264, 7.4.1.2.3 */
function startsWith(nal: Buffer): boolean {
  const type = nalTypeOf(nal);
  if (isSlice(nal)) return startsAccessUnit(nal);
  return type >= nalType.sei && type <= nalType.accessUnitDelimiter;
}

function isSlice(nal: Buffer): boolean {
  const type = nalTypeOf(nal);
  return type === nalType.slice || type === nalType.idr;
}
