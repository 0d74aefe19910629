import { setTimeout as sleep } from 'node:timers/promises';
import { db, type Transaction } from '@/lib/platform/db/db';

/** Between two transactions, to leave time for present samples and replicas. */
const pauseMs = 50;

/**
 * Repeats a step in small transactions, each under one advisory lock, until nothing is left for it. One of several
 * concurrent runs continues and the others stop.
 * @param lockKey differs from all other advisory locks of the product
 * @param step @returns the number of rows that it wrote or deleted
 * @returns how many rows in all, and whether nothing is left
 */
export async function inBatches(
  lockKey: number,
  step: (transaction: Transaction) => Promise<number>,
  signal: AbortSignal,
): Promise<{ rows: number; isDone: boolean }> {
  for (let total = 0; ; ) {
    if (signal.aborted) return { rows: total, isDone: false };
    const rows = await underLock(lockKey, step);
    if (rows === null) return { rows: total, isDone: false };
    if (rows === 0) return { rows: total, isDone: true };
    total += rows;
    await sleep(pauseMs);
  }
}

/** @returns null where another process holds the lock */
function underLock(lockKey: number, step: (transaction: Transaction) => Promise<number>): Promise<number | null> {
  return db().$transaction(async (transaction) => {
    const [lock] = await transaction.$queryRaw<{ isOurs: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${lockKey}) AS "isOurs"`;
    return lock?.isOurs ? step(transaction) : null;
  });
}
