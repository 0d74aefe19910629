import { hasRecoveryPoint, nalType, nalTypeOf, sliceKind } from './h264';
import { parseH264Sps, type SequenceParameters } from './h264-sps';

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
