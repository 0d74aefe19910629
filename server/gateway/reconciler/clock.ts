/** A gateway's own time, which no setting of the machine's clock changes; a test brings another. */
export interface Clock {
  /** Milliseconds since some moment. */
  nowMs(): number;
  /** @returns a function that gives it up */
  after(delayMs: number, run: () => void): () => void;
}

export const monotonicClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Settles after some time of a clock. */
export const sleepBy = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => void clock.after(delayMs, resolve));
