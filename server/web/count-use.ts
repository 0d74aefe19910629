import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a use of a limit of this process alone. @returns null where it is allowed, else in how many seconds one will be */
export async function countUse(limit: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limit.consume(key);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.ceil(error.msBeforeNext / 1000);
    throw error;
  }
}
