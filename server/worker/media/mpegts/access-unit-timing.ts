import { addTicks, ticksBetween, ticksPerSecond } from '@/lib/core/timestamp33';

/** Timestamps further apart than this have jumped. */
const maxStepTicks = ticksPerSecond;

/** 33-bit counts of a 90 kHz clock. */
export interface Timestamps {
  pts: number;
  dts: number;
}

/** Gives timestamps to PES packets without any: MPEG-TS requires them only every 0.7 s (2.7.4). */
export class AccessUnitTiming {
  #latestDts: number | undefined;
  /** Packets since the latest with its own timestamps. */
  #count = 0;
  #stepTicks: number | undefined;

  /** @param timestamps of a packet that has its own. @returns them */
  follow(timestamps: Timestamps): Timestamps {
    if (this.#latestDts !== undefined) {
      const step = ticksBetween(this.#latestDts, timestamps.dts) / (this.#count + 1);
      if (step > 0 && step <= maxStepTicks) this.#stepTicks = step;
    }
    this.#latestDts = timestamps.dts;
    this.#count = 0;
    return timestamps;
  }

  /** @returns the timestamps of a packet without its own; null while nothing tells */
  next(): Timestamps | null {
    this.#count++;
    if (this.#latestDts === undefined || this.#stepTicks === undefined) return null;
    const dts = addTicks(this.#latestDts, Math.round(this.#stepTicks * this.#count));
    return { pts: dts, dts };
  }

  /** An unknown number of packets is missing: nothing tells until the next timestamps. */
  interrupt(): void {
    this.#latestDts = undefined;
  }
}
