import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/prisma/generated/client';
import { pool } from './pool';

export type Db = PrismaClient;
/** The database client of a use case inside a transaction. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

const store = globalThis as typeof globalThis & { sightlineDb?: PrismaClient };

/** This process's database client. It omits the password hash unless a query names it. */
export function db(): Db {
  // Kept on globalThis because Next's development server reloads this module with every edit.
  store.sightlineDb ??= new PrismaClient({
    adapter: new PrismaPg(pool(), { disposeExternalPool: true }),
    omit: { user: { passwordHash: true } },
    // The other formats print a failed query's arguments, which would end up in the log.
    errorFormat: 'minimal',
    // Transactions on one stream queue for its row: a burst of presses must wait, not fail.
    transactionOptions: { maxWait: 5_000, timeout: 10_000 },
  }) as unknown as PrismaClient;
  return store.sightlineDb;
}
