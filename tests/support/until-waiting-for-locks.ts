import { db } from '@/lib/platform/db/db';
import { until } from './until';

/** Waits until so many connections to this file's database wait for a lock. @throws after 10 s */
export async function untilWaitingForLocks(count: number): Promise<void> {
  const isWaiting = async () => {
    const waiting = await db().$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return waiting.length === count;
  };
  await until(`${count} connections wait for a lock`, isWaiting);
}
