import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';

/** Far above what clocks differ by, and slow beside a link that does not keep up. */
const driftMsPerMs = 0.0005;

/**
 * Measures how much later a camera's media come than they once did. TCP loses nothing: where a link is too slow for its
 * camera, the picture comes later and later instead.
 */
export class DelayMeter {
  #last: { dts: number; receivedMs: number } | null = null;
  /** Since {@link restart}, by the encoder's timestamps. */
  #mediaMs = 0;
  /** The shortest way so far, by an unknown origin. It follows a clock that drifts. */
  #shortestMs = Number.POSITIVE_INFINITY;
  /** The longest delay beyond it since the last {@link read}. */
  #delayMs: number | null = null;

  /** Forgets what came: another connection, or another timeline, begins. */
  restart(): void {
    this.#last = null;
    this.#mediaMs = 0;
    this.#shortestMs = Number.POSITIVE_INFINITY;
    this.#delayMs = null;
  }

  /**
   * @param dts 90 kHz; one before the last begins a new timeline
   * @param receivedMs its arrival, by a clock that never jumps
   */
  addTimestamp(dts: number, receivedMs: number): void {
    const stepTicks = this.#last ? ticksBetween(this.#last.dts, dts) : 0;
    if (stepTicks < 0) this.restart();
    else this.#mediaMs += stepTicks / ticksPerMs;
    const wayMs = receivedMs - this.#mediaMs;
    const driftMs = this.#last ? (receivedMs - this.#last.receivedMs) * driftMsPerMs : 0;
    this.#shortestMs = Math.min(this.#shortestMs + driftMs, wayMs);
    this.#delayMs = Math.max(this.#delayMs ?? 0, wayMs - this.#shortestMs);
    this.#last = { dts, receivedMs };
  }

  /** The longest delay since the last call beyond the shortest that the connection had, in milliseconds. Null: nothing came. */
  read(): number | null {
    const delayMs = this.#delayMs;
    this.#delayMs = null;
    return delayMs;
  }
}
