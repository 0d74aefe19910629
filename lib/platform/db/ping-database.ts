import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/core/errors';
import { db } from './db';

const timeoutMs = 2_000;

/** Checks that Postgres answers. @throws AppError `unavailable` when it does not within two seconds */
export async function pingDatabase(): Promise<void> {
  const givenUp = new AbortController();
  const tooLate = sleep(timeoutMs, undefined, { signal: givenUp.signal }).then(() => {
    throw new Error(`no answer within ${timeoutMs} ms`);
  });
  try {
    await Promise.race([db().$queryRaw`SELECT 1`, tooLate]);
  } catch (cause) {
    throw new AppError('unavailable', 'The database does not answer.', { cause });
  } finally {
    givenUp.abort();
  }
}
