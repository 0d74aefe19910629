export interface TokenBucketSize {
  /** In the long run. */
  perSecond: number;
  /** At once, after a silence. */
  burst: number;
}

/** A token bucket: how often something may be done in the long run, and how often at once. */
export class TokenBucket {
  readonly #size: TokenBucketSize;
  #left: number;
  #countedAtMs: number;

  constructor(size: TokenBucketSize, nowMs: number) {
    this.#size = size;
    this.#left = size.burst;
    this.#countedAtMs = nowMs;
  }

  /** Spends so many. @returns how long to wait before what they are for is done, in milliseconds */
  spend(nowMs: number, count = 1): number {
    const { perSecond, burst } = this.#size;
    this.#left = Math.min(burst, this.#left + ((nowMs - this.#countedAtMs) * perSecond) / 1000) - count;
    this.#countedAtMs = nowMs;
    return this.#left >= 0 ? 0 : (-this.#left * 1000) / perSecond;
  }
}
