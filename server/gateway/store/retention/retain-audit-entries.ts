import type { Transaction } from '@/lib/platform/db/db';
import { inBatches } from './in-batches';

const lockKey = 1_500_153;
/** Rows that one transaction deletes. */
const batchRows = 5_000;

/**
 * Deletes lines of the audit trail that are older than 90 days, like retainMetrics().
 * @returns the number of deleted lines
 * @throws Error of Prisma while Postgres is away
 */
export async function retainAuditEntries(signal: AbortSignal): Promise<{ auditEntriesDeleted: number }> {
  const { rows } = await inBatches(lockKey, deleteOldest, signal);
  return { auditEntriesDeleted: rows };
}

const deleteOldest = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM audit_entries
  WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM audit_entries
    WHERE occurred_at < now() - interval '90 days'
    ORDER BY occurred_at
    LIMIT ${batchRows}
  ))`;
