import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { pool } from '../db/pool';

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
