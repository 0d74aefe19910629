import { nalType, nalTypeOf, parseSps, type SequenceParameters } from './h264';

/**
 * Remembers a stream's parameter sets and puts them before every IDR picture that comes without, so that a viewer can
 * start at any of them.
 */
export class ParameterSets {
  #sps: Buffer | undefined;
  #pps: Buffer[] = [];
  #parameters: SequenceParameters | null = null;

  /** Size and profile by the latest sequence parameter set; null before the first. */
  get parameters(): SequenceParameters | null {
    return this.#parameters;
  }

  /** @returns the picture's NAL units, complete, and whether a decoder can start at it */
  complete(nals: Buffer[]): { nals: Buffer[]; isKeyframe: boolean } {
    let isKeyframe = false;
    const pps: Buffer[] = [];
    for (const nal of nals) {
      const type = nalTypeOf(nal);
      if (type === nalType.sps) {
        if (!this.#sps?.equals(nal)) {
          this.#sps = Buffer.from(nal);
          this.#parameters = parseSps(nal);
        }
      } else if (type === nalType.pps) pps.push(nal);
      else if (type === nalType.idr) isKeyframe = true;
    }
    if (pps.length > 0) this.#pps = pps.map((nal) => Buffer.from(nal));
    if (!isKeyframe) return { nals, isKeyframe };
    if (!this.#sps || this.#pps.length === 0) return { nals, isKeyframe: false };
    return { nals: [this.#sps, ...this.#pps, ...nals.filter((nal) => !isParameterSet(nal))], isKeyframe };
  }
}

function isParameterSet(nal: Buffer): boolean {
  const type = nalTypeOf(nal);
  return type === nalType.sps || type === nalType.pps;
}
