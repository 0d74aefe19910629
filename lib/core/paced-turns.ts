interface Waiter {
  party: string;
  settle(isItsTurn: boolean): void;
}

interface Options {
  /** From one turn to the next. */
  pauseMs: number;
  /** After which a turn comes too late. */
  maxWaitMs: number;
  maxWaiting: number;
}

/** More parties than this are nobody's neighbours; all then begin anew. */
const maxParties = 10_000;

/**
 * Turns at one thing, with a pause between them. The party that has had the fewest goes first, so a newcomer overtakes
 * those that ask again and again.
 */
export class PacedTurns {
  readonly #options: Options;
  readonly #turnsOf = new Map<string, number>();
  /** In the order of arrival. */
  #waiting: Waiter[] = [];
  #isPausing = false;
  #lastAskedMs = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** For how long nobody has asked. */
  idleMs(nowMs: number): number {
    return this.#waiting.length > 0 ? 0 : nowMs - this.#lastAskedMs;
  }

  /** Waits for a turn. @returns false where it does not come in time, or too many wait */
  take(party: string): Promise<boolean> {
    const { maxWaitMs, maxWaiting } = this.#options;
    this.#lastAskedMs = performance.now();
    return new Promise((settle) => {
      const waiter = { party, settle };
      this.#waiting.push(waiter);
      setTimeout(() => this.#leave(waiter, false), maxWaitMs).unref();
      const last = this.#inTurn().at(-1);
      if (last && this.#waiting.length > maxWaiting) this.#leave(last, false);
      this.#passOn();
    });
  }

  #passOn(): void {
    const [next] = this.#inTurn();
    if (this.#isPausing || !next) return;
    if (this.#turnsOf.size >= maxParties) this.#turnsOf.clear();
    this.#turnsOf.set(next.party, this.#countOf(next.party) + 1);
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

  /** Those who wait: by the turns of their party, counting those that are ahead of them. */
  #inTurn(): Waiter[] {
    const ahead = new Map<string, number>();
    const ranked = this.#waiting.map((waiter) => {
      const rank = ahead.get(waiter.party) ?? this.#countOf(waiter.party);
      ahead.set(waiter.party, rank + 1);
      return { waiter, rank };
    });
    return ranked.toSorted((one, other) => one.rank - other.rank).map(({ waiter }) => waiter);
  }

  #countOf(party: string): number {
    return this.#turnsOf.get(party) ?? 0;
  }
}
