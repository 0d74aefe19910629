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

  /** Spends tokens that may have to come yet. @returns how long to wait for them, in milliseconds */
  spend(nowMs: number, count = 1): number {
    this.#fill(nowMs);
    this.#left -= count;
    return this.#left >= 0 ? 0 : (-this.#left * 1000) / this.#size.perSecond;
  }

  /** Takes tokens that are there, or none. @returns whether they were there */
  take(nowMs: number, count = 1): boolean {
    this.#fill(nowMs);
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }

  isFull(nowMs: number): boolean {
    this.#fill(nowMs);
    return this.#left >= this.#size.burst;
  }

  #fill(nowMs: number): void {
    const { perSecond, burst } = this.#size;
    this.#left = Math.min(burst, this.#left + ((nowMs - this.#countedAtMs) * perSecond) / 1000);
    this.#countedAtMs = nowMs;
  }
}

export interface TokenBucketsOptions extends TokenBucketSize {
  /** The number of keys that are remembered; beyond it the oldest one starts afresh. */
  maxKeys: number;
}

/** A token bucket for each key, such as a source address. Its memory is bounded, however many keys come. */
export class TokenBuckets {
  readonly #options: TokenBucketsOptions;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(options: TokenBucketsOptions) {
    this.#options = options;
  }

  /** Takes a token. @param nowMs by performance.now() @returns whether there was one */
  take(key: string, nowMs: number): boolean {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      const oldest = this.#buckets.size >= this.#options.maxKeys ? this.#buckets.keys().next().value : undefined;
      if (oldest !== undefined) this.#buckets.delete(oldest);
      bucket = new TokenBucket(this.#options, nowMs);
      this.#buckets.set(key, bucket);
    }
    return bucket.take(nowMs);
  }

  /** Forgets the keys whose buckets are full again. */
  sweep(nowMs: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(key);
  }

  get size(): number {
    return this.#buckets.size;
  }
}
