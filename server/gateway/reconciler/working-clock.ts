import type { Clock } from './clock';

const intervalMs = 250;
/** A gap like this is no lateness yet. */
const toleranceMs = 2 * intervalMs;

/**
 * The time in which this process was at work: it stands while the process is paused or its loop does not turn. What a
 * worker has not done by it is the worker's own doing.
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
