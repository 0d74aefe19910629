/**
 * Limits concurrent starts: each start takes most of a second of a core, which live cameras need. Organizations take
 * turns, so that one with many starts does not hold up another's single one.
 */
export class StartQueue {
  readonly #maxConcurrent: number;
  /** By organization, in the order of their turns. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #lastServed: string | null = null;
  #runningCount = 0;

  constructor(maxConcurrent: number) {
    this.#maxConcurrent = maxConcurrent;
  }

  get waitingCount(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** @param start settles when the next one may begin; never rejects */
  add(organizationId: string, start: () => Promise<void>): void {
    const own = this.#waiting.get(organizationId);
    if (own) own.push(start);
    else this.#waiting.set(organizationId, [start]);
    this.#next();
  }

  #next(): void {
    while (this.#runningCount < this.#maxConcurrent) {
      const start = this.#take();
      if (!start) return;
      this.#runningCount++;
      void start().finally(() => {
        this.#runningCount--;
        this.#next();
      });
    }
  }

  #take(): (() => Promise<void>) | undefined {
    const turns = [...this.#waiting];
    const turn = turns.find(([organizationId]) => organizationId !== this.#lastServed) ?? turns[0];
    if (!turn) return undefined;
    const [organizationId, [start, ...rest]] = turn;
    this.#lastServed = organizationId;
    this.#waiting.delete(organizationId);
    // A map keeps the order of insertion: this organization is the last one now.
    if (rest.length > 0) this.#waiting.set(organizationId, rest);
    return start;
  }
}
