interface Waiter {
  rank: number;
  settle(isItsTurn: boolean): void;
}

interface Options {
  /** From one turn to the next. */
  pauseMs: number;
  /** After which a turn comes too late. */
  maxWaitMs: number;
  maxWaiting: number;
}

/** Turns at one thing with a pause between them: the lowest rank first, and of equal ones whoever came first. */
export class PacedTurns {
  readonly #options: Options;
  /** In the order of their turns. */
  #waiting: Waiter[] = [];
  #isPausing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Waits for a turn. @returns false where it does not come in time, or too many are ahead */
  take(rank: number): Promise<boolean> {
    const { maxWaitMs, maxWaiting } = this.#options;
    return new Promise((settle) => {
      const waiter = { rank, settle };
      this.#waiting = [...this.#waiting, waiter].toSorted((one, other) => one.rank - other.rank);
      setTimeout(() => this.#leave(waiter, false), maxWaitMs).unref();
      for (const last of this.#waiting.slice(maxWaiting)) this.#leave(last, false);
      this.#passOn();
    });
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (this.#isPausing || !next) return;
    this.#leave(next, true);
    this.#isPausing = true;
    setTimeout(() => {
      this.#isPausing = false;
      this.#passOn();
    }, this.#options.pauseMs).unref();
  }

  #leave(waiter: Waiter, isItsTurn: boolean): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
    waiter.settle(isItsTurn);
  }
}
