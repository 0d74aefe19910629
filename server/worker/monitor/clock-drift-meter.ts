import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';

/** A timestamp that is further off than this from the time that has passed begins a new timeline. */
const maxStepMs = 1_000;
const windowMs = 3_000;
const minWindows = 5;
/** Five minutes. */
const maxWindows = 100;
/** By how much the network, libsrt and the scheduler move even the least delayed access unit of a window. */
const arrivalErrorMs = 6;
/** How many times the usual distance from the line the ends of the line may be off. */
const residualFactor = 3;

/** How fast an encoder's clock goes. */
export interface ClockDrift {
  /** Above 0: faster than this machine's. */
  ppm: number;
  /** By how much `ppm` may be wrong. */
  errorPpm: number;
}

interface Point {
  atMs: number;
  /** How far the encoder's time is ahead of this machine's, from an origin that does not matter. */
  aheadMs: number;
}

/**
 * Compares an encoder's timestamps with the times at which its access units come. Jitter only ever delays, so the least
 * delayed access unit of each three seconds counts; through those points goes the line of Theil and Sen (the median of the
 * slopes of all pairs), which single bad windows do not move. A delay that has grown by a step or by load lies badly on
 * a line, and counts as error, not as drift.
 */
export class ClockDriftMeter {
  #last: { dts: number; receivedMs: number } | undefined;
  #encoderMs = 0;
  #window: Point | undefined;
  #windowEndMs = 0;
  #points: Point[] = [];
  #drift: ClockDrift | null = null;

  /** Call when another encoder, or the same one anew, is about to send. */
  restart(): void {
    this.#last = undefined;
    this.#window = undefined;
    this.#points = [];
    this.#drift = null;
  }

  /**
   * @param dts 33-bit timestamp of 90 kHz, in decoding order
   * @param receivedMs when it came, by a clock that never jumps
   */
  push(dts: number, receivedMs: number): void {
    if (this.#last) {
      const stepMs = ticksBetween(this.#last.dts, dts) / ticksPerMs;
      if (Math.abs(stepMs - (receivedMs - this.#last.receivedMs)) > maxStepMs) this.restart();
      else this.#encoderMs += stepMs;
    }
    this.#last = { dts, receivedMs };
    if (this.#window && receivedMs >= this.#windowEndMs) this.#closeWindow(this.#window);
    const aheadMs = this.#encoderMs - receivedMs;
    if (!this.#window) this.#windowEndMs = receivedMs + windowMs;
    if (!this.#window || aheadMs > this.#window.aheadMs) this.#window = { atMs: receivedMs, aheadMs };
  }

  /** Over the last five minutes at most. Null for the first fifteen seconds. */
  get drift(): ClockDrift | null {
    return this.#drift;
  }

  #closeWindow(point: Point): void {
    this.#window = undefined;
    this.#points = [...this.#points, point].slice(-maxWindows);
    if (this.#points.length >= minWindows) this.#drift = driftOf(this.#points);
  }
}

function driftOf(points: Point[]): ClockDrift {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => (other.aheadMs - one.aheadMs) / (other.atMs - one.atMs)),
  );
  const slope = quantile(slopes, 0.5);
  const levels = points.map(({ atMs, aheadMs }) => aheadMs - slope * atMs);
  const level = quantile(levels, 0.5);
  const residualMs = quantile(
    levels.map((other) => Math.abs(other - level)),
    0.9,
  );
  const spanMs = (points.at(-1)?.atMs ?? 0) - (points[0]?.atMs ?? 0);
  const errorMs = Math.max(arrivalErrorMs, residualFactor * residualMs);
  return { ppm: slope * 1e6, errorPpm: (errorMs / spanMs) * 1e6 };
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
