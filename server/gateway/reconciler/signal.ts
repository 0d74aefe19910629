import type { Clock } from '../time/clock';

/** Lets one loop wait until it is notified. A notification without a waiter is kept; several count as one. */
export class Signal {
  readonly #clock: Clock;
  #isNotified = false;
  #wake: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  /** Returns at the next notification, at once if there was one since the last wait, or after `timeoutMs`. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#isNotified) {
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.after(timeoutMs, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
      this.#wake = null;
    }
    this.#isNotified = false;
  }
}
