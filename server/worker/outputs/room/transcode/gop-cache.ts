import { ticksPerMs } from '@/lib/core/timestamp33';

/** One access unit of the camera, on its way to the decoder. */
export interface CodedAccessUnit {
  /** Annex B, parameter sets included at a keyframe. */
  data: Buffer;
  /** 90 kHz media clock. */
  ticks: number;
  isKeyframe: boolean;
  /** How many followed it in the same PES packet; undefined when unknown. */
  followersInPacket?: number;
}

/**
 * Beyond these limits a GOP is not worth keeping, nor a backlog worth decoding: a decoder waits for the next keyframe.
 */
export const maxBacklog = { bytes: 32 * 1024 * 1024, accessUnits: 900 };

/** The access units since the latest keyframe, so that a decoder need not wait for the next one. */
export class GopCache {
  #accessUnits: CodedAccessUnit[] = [];
  #bytes = 0;

  get accessUnits(): readonly CodedAccessUnit[] {
    return this.#accessUnits;
  }

  /** Bitrate of the cached access units; too high while there are few. */
  get bitrateBps(): number {
    const ticks = (this.#accessUnits.at(-1)?.ticks ?? 0) - (this.#accessUnits[0]?.ticks ?? 0);
    return ticks > 0 ? (this.#bytes * 8 * 1_000 * ticksPerMs) / ticks : Number.POSITIVE_INFINITY;
  }

  addAccessUnit(accessUnit: CodedAccessUnit): void {
    if (accessUnit.isKeyframe) this.clear();
    else if (this.#accessUnits.length === 0) return;
    this.#accessUnits.push(accessUnit);
    this.#bytes += accessUnit.data.length;
    if (this.#bytes > maxBacklog.bytes || this.#accessUnits.length > maxBacklog.accessUnits) this.clear();
  }

  clear(): void {
    this.#accessUnits = [];
    this.#bytes = 0;
  }
}
