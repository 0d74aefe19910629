import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/prisma/generated/client';
import { pool } from './pool';

export type Db = PrismaClient;
/** What a use case may ask of the database inside a transaction. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

const store = globalThis as typeof globalThis & { sightlineDb?: PrismaClient };

/** This process's database client. The password hash is left out of every answer unless a query asks for it by name. */
export function db(): Db {
  // Kept on globalThis because Next's development server loads this module anew with every edit.
  store.sightlineDb ??= new PrismaClient({
    adapter: new PrismaPg(pool(), { disposeExternalPool: true }),
    omit: { user: { passwordHash: true } },
    // The other formats print a failed query's arguments, and they would end up in the log.
    errorFormat: 'minimal',
    // Transactions on one stream queue for its row: a burst of presses must wait its turn, not fail.
    transactionOptions: { maxWait: 5_000, timeout: 10_000 },
  }) as unknown as PrismaClient;
  return store.sightlineDb;
}
