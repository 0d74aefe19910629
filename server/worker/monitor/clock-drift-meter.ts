import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';

/** A timestamp further than this from the elapsed time begins a new timeline. */
const maxStepMs = 1_000;
const windowMs = 3_000;
const minWindows = 5;
/** Five minutes of windows. */
const maxWindows = 100;
/** How far the network, libsrt and the scheduler move even a window's least delayed access unit. */
const arrivalErrorMs = 6;
/** How many times the usual distance from the line its ends may be off. */
const residualFactor = 3;

/** The drift of an encoder's clock. */
export interface ClockDrift {
  /** Above 0: faster than this machine's clock. */
  ppm: number;
  /** Possible error of `ppm`. */
  errorPpm: number;
}

interface Point {
  atMs: number;
  /** How far the encoder's time is ahead of this machine's, from an arbitrary origin. */
  aheadMs: number;
}

/**
 * Compares an encoder's timestamps with the arrival times of its access units. Jitter only delays, so the Theil–Sen
 * line (the median of all pairs' slopes) goes through the least delayed access unit of each three seconds. A delay that
 * grew by a step or by load fits badly, and counts as error, not drift.
 */
export class ClockDriftMeter {
  #last: { dts: number; receivedMs: number } | undefined;
  #encoderMs = 0;
  #window: Point | undefined;
  #windowEndMs = 0;
  #points: Point[] = [];
  #drift: ClockDrift | null = null;

  /** Begins anew with the next encoder. */
  restart(): void {
    this.#last = undefined;
    this.#window = undefined;
    this.#points = [];
    this.#drift = null;
  }

  /**
   * @param dts 33-bit timestamp of 90 kHz, in decoding order
   * @param receivedMs its arrival, by a clock that never jumps
   */
  addTimestamp(dts: number, receivedMs: number): void {
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

  /** Over at most the last five minutes. Null for the first fifteen seconds. */
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
