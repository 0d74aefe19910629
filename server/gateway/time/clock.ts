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
