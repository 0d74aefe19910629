import { AppError } from '@/lib/core/errors';

/** Requests of one organization in work at once: less than half of the connections that this process has to Postgres. */
const maxRunning = 4;
/** And those that wait, of many members at once who all load a page. */
const maxWaiting = 1_000;

interface Turns {
  runningCount: number;
  /** Each begins the next one's turn. */
  waiting: (() => void)[];
}

/**
 * Limits how many requests of one organization are in work at once, so that however many it makes, those of others find
 * a connection to Postgres and their turn of the processor. The others of that organization wait, in their order.
 */
export class OrganizationTurns {
  readonly #turns = new Map<string, Turns>();

  /** @throws AppError `too_many_requests` where too many wait already */
  async run<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#turns.get(organizationId) ?? { runningCount: 0, waiting: [] };
    this.#turns.set(organizationId, turns);
    if (turns.runningCount < maxRunning) turns.runningCount++;
    else if (turns.waiting.length < maxWaiting) await new Promise<void>((resolve) => turns.waiting.push(resolve));
    else {
      const sentence = 'Your organization makes too many requests at once: try again in a moment.';
      throw new AppError('too_many_requests', sentence, { retryAfterSeconds: 1 });
    }
    try {
      return await work();
    } finally {
      this.#end(organizationId, turns);
    }
  }

  #end(organizationId: string, turns: Turns): void {
    const next = turns.waiting.shift();
    // Its turn passes on to the one that waits longest.
    if (next) next();
    else if (--turns.runningCount === 0) this.#turns.delete(organizationId);
  }
}
