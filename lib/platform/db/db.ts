import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { AppError } from '@/lib/core/errors';
import { PrismaClient } from '@/prisma/generated/client';
import { processWide } from '../process-wide';
import { pool } from './pool';

export type Db = PrismaClient;
/** The database client of a use case inside a transaction. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** This process's database client. It omits the password hash unless a query names it. */
export const db = (): Db =>
  processWide(
    'database client',
    () =>
      new PrismaClient({
        adapter: new PrismaPg(pool(), { disposeExternalPool: true }),
        omit: { user: { passwordHash: true } },
        // The other formats print a failed query's arguments, which would end up in the log.
        errorFormat: 'minimal',
        // Transactions on one stream queue for its row: a burst of presses must wait, not fail.
        transactionOptions: { maxWait: 5_000, timeout: 10_000 },
      }) as unknown as PrismaClient,
  );

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
