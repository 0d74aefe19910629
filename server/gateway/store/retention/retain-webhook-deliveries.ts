import type { Transaction } from '@/lib/platform/db/db';
import { inBatches } from './in-batches';

const lockKey = 1_500_160;
/** Rows that one transaction deletes. */
const batchRows = 5_000;
/** The newest deliveries of a webhook that stay, sent or not: one that nobody answers cannot fill the table. */
export const keptPerWebhook = 10_000;

/**
 * Deletes deliveries of webhooks after 30 days, and of each webhook those before its newest ten thousand, like
 * retainMetrics().
 * @returns the number of deleted deliveries
 * @throws Error of Prisma while Postgres is away
 */
export async function retainWebhookDeliveries(signal: AbortSignal): Promise<{ deliveriesDeleted: number }> {
  let deliveriesDeleted = 0;
  for (const step of [deleteOldest, deleteSurplus]) {
    const { rows, isDone } = await inBatches(lockKey, step, signal);
    deliveriesDeleted += rows;
    if (!isDone) break;
  }
  return { deliveriesDeleted };
}

const deleteOldest = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM webhook_deliveries
  WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM webhook_deliveries
    WHERE created_at < now() - interval '30 days'
    ORDER BY created_at
    LIMIT ${batchRows}
  ))`;

const deleteSurplus = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM webhook_deliveries
  WHERE id = ANY(ARRAY(
    SELECT surplus.id
    FROM webhook_endpoints CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries
      WHERE endpoint_id = webhook_endpoints.id
      ORDER BY created_at DESC, id DESC
      OFFSET ${keptPerWebhook}
    ) AS surplus
    LIMIT ${batchRows}
  ))`;
