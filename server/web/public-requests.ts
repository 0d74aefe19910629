import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '@/lib/core/network-of';

/**
 * What anybody may ask for and this process has to render, of one network: sixty people behind one address may open their
 * dashboards at once. A page takes about 7 ms of a core.
 */
const limit = { points: 600, duration: 10 };

/** Whether a request is for anybody. The API's with a token wait for their organization's turn, or are refused without a query. */
export const isPublic = ({ url = '', headers }: IncomingMessage): boolean =>
  !url.startsWith('/api/') || headers.authorization === undefined;

/** Counts public requests by network, for this process alone: what it protects is this process. */
export class PublicRequests {
  readonly #limiter = new RateLimiterMemory(limit);

  /** Counts one. @returns null where it is allowed, else in how many seconds another one will be */
  async use(address: string): Promise<number | null> {
    try {
      await this.#limiter.consume(networkOf(address));
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.ceil(error.msBeforeNext / 1000);
      throw error;
    }
  }
}
