import type { Size } from '../frame';
import { bytesOf } from './annex-b';
import { nalType, nalTypeOf, parseH264Sps } from './h264';
import { isHevcParameterSet, isHevcSps, readHevcSize } from './hevc';
import { isMpeg2Parameters, readMpeg2Sizes } from './mpeg2';
import type { VideoCodec } from './video-decoder';

/** Limit of one access unit's parameters, which are kept and repeated before each keyframe that lacks them. */
const maxParameterBytes = 16 * 1024;

interface Syntax {
  isParameters(unit: Buffer): boolean;
  /** @throws RangeError when a size cannot be read */
  readSizes(parameters: Buffer[]): Size[];
}

const syntaxes: Record<VideoCodec, Syntax> = {
  h264: {
    isParameters: (nal) => nalTypeOf(nal) === nalType.sps || nalTypeOf(nal) === nalType.pps,
    readSizes: (nals) => nals.filter((nal) => nalTypeOf(nal) === nalType.sps).map(readH264Size),
  },
  hevc: { isParameters: isHevcParameterSet, readSizes: (nals) => nals.filter(isHevcSps).map(readHevcSize) },
  mpeg2video: { isParameters: isMpeg2Parameters, readSizes: readMpeg2Sizes },
};

function readH264Size(nal: Buffer): Size {
  const parameters = parseH264Sps(nal);
  if (!parameters) throw new RangeError('A sequence parameter set cannot be read');
  const { width, height } = parameters;
  return { width, height };
}

/**
 * Checks the parameters in a camera's access units before any decoder sees them. No parameter set may announce more
 * than the limit, even when it hides beside another one.
 */
export class ParameterLimits {
  readonly #syntax: Syntax;
  readonly #maxSidePixels: number;
  /** The latest parameters within the limits. */
  #admitted: Buffer[] = [];
  #excess: Size | null = null;

  constructor(codec: VideoCodec, maxSidePixels: number) {
    this.#syntax = syntaxes[codec];
    this.#maxSidePixels = maxSidePixels;
  }

  /** For decoders, which refuse larger frames themselves. */
  get maxPixels(): number {
    return this.#maxSidePixels ** 2;
  }

  /** The announced size, when it exceeds the limit. */
  get excess(): Size | null {
    return this.#excess;
  }

  /**
   * @param units of one PES packet
   * @returns whether they may be decoded; after a size beyond the limit nothing may, until another size comes
   * @throws RangeError for parameters that are unreadable, or longer than any encoder's
   */
  admit(units: Buffer[]): boolean {
    const { isParameters, readSizes } = this.#syntax;
    const found = units.filter(isParameters);
    const areKnown =
      found.length === this.#admitted.length && found.every((unit, index) => this.#admitted[index]?.equals(unit));
    if (found.length > 0 && !areKnown) {
      if (bytesOf(found) > maxParameterBytes) throw new RangeError('Parameter sets are too long');
      const sizes = readSizes(found);
      if (sizes.length > 0) this.#excess = sizes.find((size) => this.#isBeyond(size)) ?? null;
      this.#admitted = this.#excess ? [] : found.map((unit) => Buffer.from(unit));
    }
    return this.#excess === null;
  }

  #isBeyond({ width, height }: Size): boolean {
    return Math.max(width, height) > this.#maxSidePixels;
  }
}
