export interface RateLimitOptions {
  perSecond: number;
  /** How many come at once, after a pause. */
  burst: number;
  /** The number of keys that are remembered; beyond it the oldest one starts afresh. */
  maxKeys: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** A token bucket for each key, such as a source address. Its memory is bounded, however many keys come. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** Takes a token. @param nowMs by performance.now() @returns whether there was one */
  take(key: string, nowMs: number): boolean {
    const { burst, maxKeys } = this.#options;
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= maxKeys) this.#forgetOldest();
      this.#buckets.set(key, { tokens: burst - 1, atMs: nowMs });
      return true;
    }
    bucket.tokens = this.#tokensAt(bucket, nowMs);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  /** Forgets the keys whose buckets are full again. */
  sweep(nowMs: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, nowMs) >= this.#options.burst) this.#buckets.delete(key);
    }
  }

  get size(): number {
    return this.#buckets.size;
  }

  #tokensAt({ tokens, atMs }: Bucket, nowMs: number): number {
    return Math.min(this.#options.burst, tokens + ((nowMs - atMs) * this.#options.perSecond) / 1000);
  }

  #forgetOldest(): void {
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key);
      return;
    }
  }
}
