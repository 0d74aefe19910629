import { addTicks, ticksBetween, ticksPerSecond } from '@/lib/core/timestamp33';

/** Timestamps that are further apart have jumped. */
const maxStepTicks = ticksPerSecond;

/** 33-bit counts of a 90 kHz clock. */
export interface Timestamps {
  pts: number;
  dts: number;
}

/** Gives timestamps to PES packets that carry none: MPEG-TS requires them every 0.7 s only (2.7.4). */
export class AccessUnitTiming {
  #latestDts: number | undefined;
  /** Packets since the latest that carried its own. */
  #count = 0;
  #stepTicks: number | undefined;

  /** @param timestamps of a packet that carries its own. @returns them */
  follow(timestamps: Timestamps): Timestamps {
    if (this.#latestDts !== undefined) {
      const step = ticksBetween(this.#latestDts, timestamps.dts) / (this.#count + 1);
      if (step > 0 && step <= maxStepTicks) this.#stepTicks = step;
    }
    this.#latestDts = timestamps.dts;
    this.#count = 0;
    return timestamps;
  }

  /** @returns the timestamps of a packet that carries none; null while there is nothing to go by */
  next(): Timestamps | null {
    this.#count++;
    if (this.#latestDts === undefined || this.#stepTicks === undefined) return null;
    const dts = addTicks(this.#latestDts, Math.round(this.#stepTicks * this.#count));
    return { pts: dts, dts };
  }

  /** Nobody knows how many packets are missing: there is nothing to go by until the next timestamps. */
  interrupt(): void {
    this.#latestDts = undefined;
  }
}
