import { AppError } from '@/lib/core/errors';

interface Options {
  /** How many pieces of work of one party are done at once. */
  maxRunning: number;
  /** How many more of them may wait. */
  maxWaiting: number;
  /** What the party reads when more wait already. */
  refusal: string;
}

interface Party {
  runningCount: number;
  /** Each begins the next one's turn. */
  waiting: (() => void)[];
}

/**
 * Limits how much of one party's work is done at once, so that however much it asks for, the others find their turn of
 * the processor and of the database. The rest of the party's work waits, in its order.
 */
export class Turns {
  readonly #options: Options;
  readonly #parties = new Map<string, Party>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @param key names the party @throws AppError `too_many_requests` where too much waits already */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const { maxRunning, maxWaiting, refusal } = this.#options;
    const party = this.#parties.get(key) ?? { runningCount: 0, waiting: [] };
    this.#parties.set(key, party);
    if (party.runningCount < maxRunning) party.runningCount++;
    else if (party.waiting.length < maxWaiting) await new Promise<void>((resolve) => party.waiting.push(resolve));
    else throw new AppError('too_many_requests', refusal, { retryAfterSeconds: 1 });
    try {
      return await work();
    } finally {
      this.#end(key, party);
    }
  }

  #end(key: string, party: Party): void {
    const next = party.waiting.shift();
    // Its turn passes on to the one that waits longest.
    if (next) next();
    else if (--party.runningCount === 0) this.#parties.delete(key);
  }
}
