import { backoffMs } from '@/lib/core/backoff';

const duration = { firstMs: 30_000, capMs: 240_000 };

/** Limits a participant's video to the low layer. @returns a function that ends the limit */
type LimitToLowLayer = (identity: string) => () => void;

/**
 * Keeps videos that stand still, though their packets arrive, to the low layer for a while: their downlink is narrower than
 * livekit-server has noticed. It gets all of them back at once, and decides anew (docs/decisions/0062).
 */
export class Relief {
  readonly #limitToLowLayer: LimitToLowLayer;
  /** By participant: what ends the limit. */
  readonly #ends = new Map<string, () => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  constructor(limitToLowLayer: LimitToLowLayer) {
    this.#limitToLowLayer = limitToLowLayer;
  }

  /** A participant's video stands still. */
  add(identity: string): void {
    if (!this.#ends.has(identity)) this.#ends.set(identity, this.#limitToLowLayer(identity));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#count++;
        this.stop();
      },
      backoffMs(this.#count, duration),
    );
  }

  /** Ends all limits. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const end of this.#ends.values()) end();
    this.#ends.clear();
  }
}
