import type { Transaction } from '@/lib/platform/db/db';
import { inBatches } from './in-batches';

const lockKey = 1_500_154;
/** Rows that one transaction deletes. */
const batchRows = 5_000;

/**
 * Deletes the history of tally of which nothing is recorded any more. Two days are kept in any case, for reports. So is
 * each event's last change, which says what is on air when a recording begins.
 * @returns the number of deleted changes
 * @throws Error of Prisma while Postgres is away
 */
export async function retainTallyChanges(signal: AbortSignal): Promise<{ tallyChangesDeleted: number }> {
  const { rows } = await inBatches(lockKey, deleteUnrecorded, signal);
  return { tallyChangesDeleted: rows };
}

const deleteUnrecorded = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM tally_changes
  WHERE id = ANY(ARRAY(
    SELECT change.id FROM tally_changes AS change
    WHERE occurred_at < now() - interval '2 days'
      AND NOT EXISTS (
        SELECT 1 FROM recordings
        WHERE recordings.event_id = change.event_id AND (ended_at IS NULL OR ended_at >= change.occurred_at)
      )
      AND EXISTS (
        SELECT 1 FROM tally_changes AS later
        WHERE later.event_id = change.event_id AND later.occurred_at > change.occurred_at
      )
    LIMIT ${batchRows}
  ))`;
