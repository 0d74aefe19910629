import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a use of a limit for this process only. @returns null when it is allowed, else the seconds until one is */
export async function countUse(limit: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limit.consume(key);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.ceil(error.msBeforeNext / 1000);
    throw error;
  }
}
