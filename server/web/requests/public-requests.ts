import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { apiRoot } from '@/lib/contracts/api/addresses';
import { AppError } from '@/lib/core/errors';
import { networkOf } from '@/lib/core/network-of';
import { pause } from '@/lib/core/pause';
import { wasTokenAccepted } from '@/lib/http/accepted-tokens';
import { Turns } from '@/lib/http/turns';
import { countUse } from '../count-use';
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
 * Whether a request may be anybody's. Other API requests have a token that was accepted, and wait for their organization's
 * turn.
 */
export function isPublic({ url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1);
  // No API path needs an escape, which could hide the real path.
  if (!path.startsWith('/api/') || publicPaths.has(path) || path.includes('%')) return true;
  return headers.authorization === undefined || !wasTokenAccepted(headers.authorization);
}

/** Whether a request asks how this process is: a load balancer's must not wait for those of a user behind its address. */
export const isProbe = ({ url = '' }: IncomingMessage): boolean => /^\/(health|ready)z(\?|$)/.test(url);

/** Counts and queues public requests by network, for this process alone, because it protects this process. */
export class PublicRequests {
  readonly #limiter: RateLimiterMemory;
  readonly #turns = new Turns({ ...turn, creditMs: 1_000, refusal: 'Too many requests of this network wait.' });

  /** @param points how many requests a network may make in ten seconds */
  constructor(points = limit.points) {
    this.#limiter = new RateLimiterMemory({ points, duration: limit.duration });
  }

  /**
   * Answers a request in its network's turn.
   * @param arrived settles when the whole request is there; its turn begins then
   * @returns null; for too many requests, the seconds until the next one may come
   */
  async answer(address: string, handle: () => Promise<void>, arrived = Promise.resolve()): Promise<number | null> {
    const network = networkOf(address);
    const waitSeconds = await countUse(this.#limiter, network);
    if (waitSeconds !== null) return waitSeconds;
    await arrived;
    let answered: Promise<void> | undefined;
    try {
      await this.#turns.run(network, async () => {
        answered = handle();
        const isAnswered = new AbortController();
        const tooLong = pause(turn.maxMs, isAnswered.signal);
        await Promise.race([answered, tooLong]).finally(() => isAnswered.abort());
      });
    } catch (error) {
      if (!answered && error instanceof AppError) return error.retryAfterSeconds ?? null;
      throw error;
    }
    await answered;
    return null;
  }

  /** A request of this address was a user's after all, and does not count. */
  async forgive(address: string): Promise<void> {
    await this.#limiter.reward(networkOf(address));
  }
}
