const timestampWrap = 2 ** 33;
/** Timestamps that are further apart, a second, have jumped. */
const maxStepTicks = 90_000;

/** 33-bit counts of a 90 kHz clock. */
export interface UnitStamps {
  pts: number;
  dts: number;
}

/** Gives timestamps to PES packets that carry none: MPEG-TS wants them every 0.7 s only (2.7.4). */
export class UnitTiming {
  #latestDts: number | undefined;
  /** Packets since the latest that carried its own. */
  #count = 0;
  #stepTicks: number | undefined;

  /** @param stamps of a packet that carries its own. @returns them */
  follow(stamps: UnitStamps): UnitStamps {
    if (this.#latestDts !== undefined) {
      const step = ((stamps.dts - this.#latestDts + timestampWrap) % timestampWrap) / (this.#count + 1);
      if (step > 0 && step <= maxStepTicks) this.#stepTicks = step;
    }
    this.#latestDts = stamps.dts;
    this.#count = 0;
    return stamps;
  }

  /** @returns what a packet gets that carries none; null while there is nothing to go by */
  next(): UnitStamps | null {
    this.#count++;
    if (this.#latestDts === undefined || this.#stepTicks === undefined) return null;
    const dts = Math.round(this.#latestDts + this.#stepTicks * this.#count) % timestampWrap;
    return { pts: dts, dts };
  }

  /** Nobody knows how many packets are missing: there is nothing to go by until the next timestamps. */
  interrupt(): void {
    this.#latestDts = undefined;
  }
}
