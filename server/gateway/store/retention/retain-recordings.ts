import type { Transaction } from '@/lib/platform/db/db';
import { inBatches } from './in-batches';

const lockKey = 1_500_161;
/** Rows that one transaction deletes. */
const batchRows = 500;

/**
 * Deletes the recordings that their organizations no longer want to keep, the oldest first. One that goes on, or that waits
 * for the bucket, stays. Removing the files is another job.
 * @returns the number of deleted recordings
 * @throws Error of Prisma while Postgres is away
 */
export async function retainRecordings(signal: AbortSignal): Promise<{ recordingsDeleted: number }> {
  const { rows } = await inBatches(lockKey, deleteOldest, signal);
  return { recordingsDeleted: rows };
}

/** A gateway needs some seconds to say that an ended recording waits for the bucket. */
const deleteOldest = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  WITH sized AS (
    SELECT recordings.id, ended_at, uploads, recordings_keep_days, recordings_max_gb,
      sum(size_bytes) OVER (PARTITION BY organization_id ORDER BY started_at DESC, recordings.id DESC) AS total_bytes
    FROM recordings JOIN organizations ON organizations.id = organization_id
    WHERE recordings_keep_days IS NOT NULL OR recordings_max_gb IS NOT NULL
  )
  DELETE FROM recordings WHERE id = ANY(ARRAY(
    SELECT id FROM sized
    WHERE ended_at < now() - interval '1 minute' AND uploads = '{}'
      AND (ended_at < now() - make_interval(days => recordings_keep_days) OR total_bytes > recordings_max_gb * 1e9)
    ORDER BY ended_at
    LIMIT ${batchRows}
  ))`;
