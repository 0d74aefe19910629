/** Limits concurrent starts: each start takes most of a second of a core, which live cameras need. */
export class StartQueue {
  readonly #maxConcurrent: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #runningCount = 0;

  constructor(maxConcurrent: number) {
    this.#maxConcurrent = maxConcurrent;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** @param start settles when the next one may begin; never rejects */
  add(start: () => Promise<void>): void {
    this.#waiting.push(start);
    this.#next();
  }

  #next(): void {
    while (this.#runningCount < this.#maxConcurrent) {
      const start = this.#waiting.shift();
      if (!start) return;
      this.#runningCount++;
      void start().finally(() => {
        this.#runningCount--;
        this.#next();
      });
    }
  }
}
