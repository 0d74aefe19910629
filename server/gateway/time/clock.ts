/** A gateway's monotonic time, independent of the machine's wall clock; tests replace it. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  nowMs(): number;
  /** Calls `run` once after a delay. @returns a function that cancels it */
  after(delayMs: number, run: () => void): () => void;
}

export const monotonicClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Settles after a delay by a clock. */
export const sleepBy = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => void clock.after(delayMs, resolve));

const intervalMs = 250;
/** A longer gap means that the process was paused. */
const toleranceMs = 2 * intervalMs;

/**
 * Counts the time in which this process runs, and stands still while it is paused or its event loop is blocked. A
 * worker that is late by this clock is late by its own fault.
 */
export class WorkingClock {
  readonly #clock: Clock;
  #lastMs: number;
  #lateMs = 0;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastMs = clock.nowMs();
  }

  start(): void {
    this.#cancel = this.#clock.after(intervalMs, () => {
      this.nowMs();
      this.start();
    });
  }

  stop(): void {
    this.#cancel();
  }

  nowMs(): number {
    const nowMs = this.#clock.nowMs();
    const gapMs = nowMs - this.#lastMs;
    if (gapMs > toleranceMs) this.#lateMs += gapMs - intervalMs;
    this.#lastMs = nowMs;
    return nowMs - this.#lateMs;
  }
}
