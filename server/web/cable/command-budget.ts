/** Commands per second in the long run. */
const ratePerSecond = 20;
/** Commands at once: a client that reconnects subscribes to everything again. */
const burst = 200;

/** A token bucket that limits the commands of one connection. */
export class CommandBudget {
  #left = burst;
  #countedAtMs: number;

  constructor(nowMs: number) {
    this.#countedAtMs = nowMs;
  }

  /** Spends one command. @returns how long to wait before it is carried out, in milliseconds */
  spend(nowMs: number): number {
    this.#left = Math.min(burst, this.#left + ((nowMs - this.#countedAtMs) * ratePerSecond) / 1000) - 1;
    this.#countedAtMs = nowMs;
    return this.#left >= 0 ? 0 : (-this.#left * 1000) / ratePerSecond;
  }
}
