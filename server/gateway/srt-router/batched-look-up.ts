import { setTimeout as sleep } from 'node:timers/promises';

/** Interval between the starts of two queries. */
const intervalMs = 20;

interface Waiting<Value> {
  promise: Promise<Value | null>;
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

/**
 * Looks up keys with one query at a time; keys that arrive meanwhile share the next one. Callers with unknown keys thus
 * cost Postgres at most 50 queries a second, and delay another caller by at most one query. Nothing is cached, so a new
 * key works at once.
 */
export class BatchedLookUp<Value> {
  readonly #find: (keys: string[]) => Promise<Map<string, Value>>;
  readonly #waiting = new Map<string, Waiting<Value>>();
  #isRunning = false;

  /** @param find one query; keys without a value are missing in its answer */
  constructor(find: (keys: string[]) => Promise<Map<string, Value>>) {
    this.#find = find;
  }

  /** Finds a key's value, by a query that begins after this call. @throws what the query throws */
  find(key: string): Promise<Value | null> {
    const waiting = this.#waiting.get(key) ?? makeWaiting<Value>();
    this.#waiting.set(key, waiting);
    if (!this.#isRunning) void this.#run();
    return waiting.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting];
      this.#waiting.clear();
      await Promise.all([this.#settle(batch), sleep(intervalMs)]);
    }
    this.#isRunning = false;
  }

  async #settle(batch: [string, Waiting<Value>][]): Promise<void> {
    try {
      const found = await this.#find(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
  }
}

function makeWaiting<Value>(): Waiting<Value> {
  let [resolve, reject]: [Waiting<Value>['resolve'], Waiting<Value>['reject']] = [() => undefined, () => undefined];
  const promise = new Promise<Value | null>((onResolve, onReject) => {
    [resolve, reject] = [onResolve, onReject];
  });
  return { promise, resolve, reject };
}
