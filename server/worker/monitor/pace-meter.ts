import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';

/** A timestamp that is further from the one before begins a new timeline. */
const maxStepMs = 1_000;
const pointIntervalMs = 500;
const windowMs = 10_000;
/** Neither a network nor an encoder's buffer brings media so far ahead of time. */
const maxAheadMs = 2_000;

interface Point {
  mediaMs: number;
  receivedMs: number;
}

/** Finds out whether a camera's media comes faster than it plays, as that of a file does that nobody reads in real time. */
export class PaceMeter {
  #lastDts: number | undefined;
  #mediaMs = 0;
  /** Points of the last ten seconds. */
  #points: Point[] = [];
  #pace: number | null = null;

  /** How many seconds of media a second brings. Null while it is about one, and while unknown. */
  get pace(): number | null {
    return this.#pace;
  }

  /** Call before a camera begins to send, also the same one again. */
  restart(): void {
    this.#lastDts = undefined;
    this.#points = [];
    this.#pace = null;
  }

  /**
   * @param dts 33-bit timestamp of 90 kHz, in decoding order
   * @param receivedMs when it came, by a clock that never jumps
   */
  addTimestamp(dts: number, receivedMs: number): void {
    const stepMs = this.#lastDts === undefined ? 0 : ticksBetween(this.#lastDts, dts) / ticksPerMs;
    if (Math.abs(stepMs) > maxStepMs) this.restart();
    else this.#mediaMs += stepMs;
    this.#lastDts = dts;
    const latest = this.#points.at(-1);
    if (!latest || receivedMs - latest.receivedMs >= pointIntervalMs) {
      this.#points = this.#points.filter((point) => receivedMs - point.receivedMs < windowMs);
      this.#points.push({ mediaMs: this.#mediaMs, receivedMs });
    }
    const first = this.#points[0] ?? { mediaMs: this.#mediaMs, receivedMs };
    const [mediaMs, passedMs] = [this.#mediaMs - first.mediaMs, receivedMs - first.receivedMs];
    this.#pace = mediaMs - passedMs > maxAheadMs ? mediaMs / Math.max(1, passedMs) : null;
  }
}
