import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '@/lib/core/errors';
import { networkOf } from '@/lib/core/network-of';
import { Turns } from '@/lib/http/turns';
import { countUse } from '../count-use';
import { apiRoot } from './allowed-methods';
import { publicAddresses } from './public-addresses';

/**
 * Limit of public requests that this process renders, for one network: sixty people behind one address may open their
 * dashboards at once. A page takes about 7 ms of a core.
 */
const limit = { points: 600, duration: 10 };
/**
 * Limit of one network at once. A request beyond `maxMs` is read slowly or waits for something else, and is not work.
 */
const turn = { maxRunning: 2, maxWaiting: limit.points, maxMs: 500 };

const publicPaths = new Set(publicAddresses.map(({ path }) => `${apiRoot}${path}`));

/**
 * Whether a request is public. Other API requests with a token wait for their organization's turn, or are refused
 * without a query.
 */
export function isPublic({ url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1);
  // No API path needs an escape, which could hide the real path.
  return (
    !path.startsWith('/api/') || headers.authorization === undefined || publicPaths.has(path) || path.includes('%')
  );
}

/** Counts and queues public requests by network, for this process alone, because it protects this process. */
export class PublicRequests {
  readonly #limiter = new RateLimiterMemory(limit);
  readonly #turns = new Turns({ ...turn, creditMs: 1_000, refusal: 'Too many requests of this network wait.' });

  /**
   * Answers a request in its network's turn.
   * @returns null; for too many requests, the seconds until the next one may come
   */
  async answer(address: string, handle: () => Promise<void>): Promise<number | null> {
    const network = networkOf(address);
    const waitSeconds = await countUse(this.#limiter, network);
    if (waitSeconds !== null) return waitSeconds;
    let answered: Promise<void> | undefined;
    try {
      await this.#turns.run(network, async () => {
        answered = handle();
        const isAnswered = new AbortController();
        const tooLong = sleep(turn.maxMs, undefined, { signal: isAnswered.signal }).catch(() => undefined);
        await Promise.race([answered, tooLong]).finally(() => isAnswered.abort());
      });
    } catch (error) {
      if (!answered && error instanceof AppError) return error.retryAfterSeconds ?? null;
      throw error;
    }
    await answered;
    return null;
  }
}
