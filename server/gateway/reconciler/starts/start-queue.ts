/** A slower start no longer delays the next one … */
const turnMs = 3_000;
/** … and one that waits for a processor delays it for so long. */
const maxTurnMs = 30_000;

/**
 * Whether the next start may begin beside one that takes this long. On a machine that is too busy for one start, two take
 * even more from live cameras, and each other's time.
 * @param waitedMs for how much of it the worker has waited for a processor
 */
export const isTurnOver = (tookMs: number, waitedMs: number): boolean =>
  tookMs - waitedMs >= turnMs || tookMs >= maxTurnMs;

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
  #waitingCount = 0;

  constructor(maxConcurrent: number) {
    this.#maxConcurrent = maxConcurrent;
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** @param start settles when the next one may begin; never rejects */
  add(organizationId: string, start: () => Promise<void>): void {
    const own = this.#waiting.get(organizationId);
    if (own) own.push(start);
    else this.#waiting.set(organizationId, [start]);
    this.#waitingCount++;
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
    const organizationId = this.#nextOrganization();
    if (organizationId === undefined) return undefined;
    const starts = this.#waiting.get(organizationId) ?? [];
    this.#lastServed = organizationId;
    this.#waiting.delete(organizationId);
    const start = starts.shift();
    this.#waitingCount--;
    // A map keeps the order of insertion: this organization is the last one now.
    if (starts.length > 0) this.#waiting.set(organizationId, starts);
    return start;
  }

  /** The first in turn, but for the one that was served last unless it is the only one. */
  #nextOrganization(): string | undefined {
    for (const organizationId of this.#waiting.keys()) if (organizationId !== this.#lastServed) return organizationId;
    return this.#lastServed !== null && this.#waiting.has(this.#lastServed) ? this.#lastServed : undefined;
  }
}
