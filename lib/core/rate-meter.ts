const windowMs = 1_000;
/** Shortest time that a rate is computed over. */
const minMs = 10;
/** A rate that hovers at the limit is within it. */
const tolerance = 1.05;
/** A burst that exceeds the limit by this much within one window is stopped before the window ends. */
const burst = 1.25;

/**
 * Measures a rate in windows of a second and says when it exceeds a limit. The excess ends after a whole window within
 * the limit.
 */
export class RateMeter {
  readonly #maxPerSecond: number;
  readonly #now: () => number;
  #windowStartMs = Number.NEGATIVE_INFINITY;
  #count = 0;
  #perSecond = 0;
  #isExceeded = false;

  /** @param now a clock in milliseconds */
  constructor(maxPerSecond: number, now: () => number = () => performance.now()) {
    this.#maxPerSecond = maxPerSecond;
    this.#now = now;
  }

  /** Per second, in the last window that was beyond the limit. */
  get perSecond(): number {
    return this.#perSecond;
  }

  /** @param amount that has come. @returns whether the rate is beyond the limit */
  add(amount: number): boolean {
    const nowMs = this.#now();
    const elapsedMs = nowMs - this.#windowStartMs;
    if (elapsedMs >= windowMs) {
      const perSecond = (this.#count * 1000) / elapsedMs;
      this.#isExceeded = perSecond > this.#maxPerSecond * tolerance;
      if (this.#isExceeded) this.#perSecond = perSecond;
      this.#windowStartMs = nowMs;
      this.#count = 0;
    }
    this.#count += amount;
    if (!this.#isExceeded && this.#count > this.#maxPerSecond * burst) {
      this.#isExceeded = true;
      this.#perSecond = (this.#count * 1000) / Math.max(minMs, nowMs - this.#windowStartMs);
    }
    return this.#isExceeded;
  }
}
