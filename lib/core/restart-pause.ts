import { backoffMs } from './backoff';

const backoff = { firstMs: 100, capMs: 5_000 };
/** After this long without a fault, the next one counts as the first again. */
const calmMs = 10_000;

/** How long a failed part waits before it starts again: longer each time, until it has run well for a while. */
export class RestartPause {
  #now: () => number;
  #attempt = 0;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #untilMs = Number.NEGATIVE_INFINITY;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isOver(): boolean {
    return this.#now() >= this.#untilMs;
  }

  /** It has failed: a pause begins. */
  begin(): void {
    const nowMs = this.#now();
    if (nowMs - this.#failedAtMs > calmMs) this.#attempt = 0;
    this.#failedAtMs = nowMs;
    this.#untilMs = nowMs + backoffMs(this.#attempt++, backoff);
  }

  /** Forgets the failures: the next start is unrelated to them. */
  reset(): void {
    this.#attempt = 0;
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }
}
