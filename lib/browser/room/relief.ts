import { backoffMs } from '@/lib/core/backoff';

const duration = { firstMs: 30_000, capMs: 240_000 };
const askAgainEveryMs = 15_000;

export interface ReliefOptions {
  /** Limits a participant's video to the low layer. @returns a function that ends the limit */
  limitToLowLayer(identity: string): () => void;
  /** Whether a participant's video has the low layer now. */
  isLow(identity: string): boolean;
}

/**
 * Keeps videos that stand still, though their packets arrive, to the low layer for a while: their downlink is narrower than
 * livekit-server has noticed. It gets all of them back at once, and decides anew. While it is short of bandwidth it does not
 * note that somebody wants more, so it is asked again (docs/decisions/0062).
 */
export class Relief {
  readonly #options: ReliefOptions;
  /** By participant: what ends the limit. */
  readonly #ends = new Map<string, () => void>();
  /** Participants who are to have the source layer again. */
  readonly #returning = new Set<string>();
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  #askTimer: ReturnType<typeof setInterval> | undefined;
  #count = 0;

  constructor(options: ReliefOptions) {
    this.#options = options;
  }

  /** A participant's video stands still. */
  add(identity: string): void {
    if (!this.#ends.has(identity)) this.#ends.set(identity, this.#options.limitToLowLayer(identity));
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(() => this.#end(), backoffMs(this.#count, duration));
  }

  /** Ends all limits, for good. */
  stop(): void {
    clearTimeout(this.#endTimer);
    clearInterval(this.#askTimer);
    this.#endLimits();
  }

  #end(): void {
    this.#count++;
    this.#endLimits();
    clearInterval(this.#askTimer);
    this.#askTimer = setInterval(() => this.#askAgain(), askAgainEveryMs);
  }

  #endLimits(): void {
    for (const [identity, end] of this.#ends) {
      this.#returning.add(identity);
      end();
    }
    this.#ends.clear();
  }

  #askAgain(): void {
    for (const identity of this.#returning) if (!this.#options.isLow(identity)) this.#returning.delete(identity);
    if (this.#returning.size === 0) clearInterval(this.#askTimer);
    for (const end of [...this.#returning].map(this.#options.limitToLowLayer)) end();
  }
}
