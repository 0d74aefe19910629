import type { Transaction } from '@/lib/platform/db/db';

/** How many streams of an organization are on, ready or not. */
export const countStreamsOn = (tx: Pick<Transaction, 'stream'>, organizationId: string): Promise<number> =>
  tx.stream.count({ where: { organizationId, status: { in: ['provisioning', 'active'] } } });
