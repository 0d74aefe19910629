import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@/lib/core/errors';
import { pool } from '../db/pool';

export interface RateLimitOptions {
  /** Part of the database keys, so it must be unique. */
  name: string;
  /** How many uses a window allows, which starts with a key's first use. */
  uses: number;
  windowSeconds: number;
}

/**
 * Limits how often something may happen for one key, such as an address, an e-mail address or an organization. Counted
 * in Postgres, which all processes share; a key that this process has seen used up is refused from memory.
 */
export class RateLimit {
  readonly #options: RateLimitOptions;
  #limiter: RateLimiterPostgres | undefined;

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** Counts a use, and each concurrent one. @returns null when it is allowed, else the seconds until one is */
  use(key: string): Promise<number | null> {
    return this.#waitSeconds(key, 1);
  }

  /** Counts nothing. @returns null when a use is left, else the seconds until one is */
  check(key: string): Promise<number | null> {
    return this.#waitSeconds(key, 0);
  }

  /** Forgets the uses of a key. */
  async clear(key: string): Promise<void> {
    await this.#open().delete(key);
  }

  async #waitSeconds(key: string, uses: 0 | 1): Promise<number | null> {
    try {
      const { remainingPoints, msBeforeNext } = await this.#open().consume(key, uses);
      return uses === 0 && remainingPoints === 0 ? toSeconds(msBeforeNext) : null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return toSeconds(error.msBeforeNext);
      throw error;
    }
  }

  #open(): RateLimiterPostgres {
    const { name, uses, windowSeconds } = this.#options;
    this.#limiter ??= openLimiter({ name, points: uses, windowSeconds, remembersUsedUp: true });
    return this.#limiter;
  }
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/**
 * Refuses a use beyond a limit.
 * @param waitSeconds the result of `use` or `check`
 * @param sentence names what there was too much of, such as `Too many attempts to sign in.`
 * @throws AppError `too_many_requests` when it is used up
 */
export function refuseUsedUp(waitSeconds: number | null, sentence: string): void {
  if (waitSeconds !== null) throw tooManyRequests(sentence, waitSeconds);
}

/** The error for a used-up limit. Its parameters are those of {@link refuseUsedUp}. */
export function tooManyRequests(sentence: string, waitSeconds: number): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('too_many_requests', `${sentence} Try again in ${time}.`, {
    retryAfterSeconds: waitSeconds,
  });
}

export interface LimiterOptions {
  /** Part of the database keys, so it must be unique. */
  name: string;
  points: number;
  windowSeconds: number;
  /** Refuses a key that this process has seen used up without asking Postgres. */
  remembersUsedUp: boolean;
}

/**
 * The limiter names its queries, so that Postgres prepares them once a session. Behind a pooler the session is another
 * one each time, which knows no such name or has it already.
 */
const unnamedQueries = {
  query: ({ text, values }: { text: string; values: unknown[] }) => pool().query(text, values),
};

/** Opens a counter per key in Postgres, which all processes share. */
export function openLimiter({ name, points, windowSeconds, remembersUsedUp }: LimiterOptions): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: unnamedQueries,
    storeType: 'pool',
    tableName: 'rate_limits',
    // A migration creates it.
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: windowSeconds,
    ...(remembersUsedUp && { inMemoryBlockOnConsumed: points }),
  });
}
