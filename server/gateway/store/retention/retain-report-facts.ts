import type { Transaction } from '@/lib/platform/db/db';
import { inBatches } from './in-batches';

const lockKey = 1_500_155;
/** Rows that one transaction deletes. */
const batchRows = 5_000;
/** The newest problems of a stream that stay: one that comes and goes cannot fill the table. */
const keptPerStream = 1_000;

/**
 * Deletes counts of viewers after 30 days and problems after 90 days, and of each stream those before its newest
 * thousand, like retainMetrics(). Finished reports hold what they need of both.
 * @returns the number of deleted rows
 * @throws Error of Prisma while Postgres is away
 */
export async function retainReportFacts(signal: AbortSignal): Promise<{ reportFactsDeleted: number }> {
  let reportFactsDeleted = 0;
  for (const step of [deleteViewers, deleteOldProblems, deleteSurplusProblems]) {
    const { rows, isDone } = await inBatches(lockKey, step, signal);
    reportFactsDeleted += rows;
    if (!isDone) break;
  }
  return { reportFactsDeleted };
}

const deleteViewers = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM viewer_minutes
  WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM viewer_minutes
    WHERE recorded_at < now() - interval '30 days'
    ORDER BY recorded_at
    LIMIT ${batchRows}
  ))`;

const deleteOldProblems = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM stream_problems
  WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM stream_problems
    WHERE began_at < now() - interval '90 days'
    ORDER BY began_at
    LIMIT ${batchRows}
  ))`;

const deleteSurplusProblems = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM stream_problems
  WHERE ctid = ANY(ARRAY(
    SELECT surplus.ctid
    FROM streams CROSS JOIN LATERAL (
      SELECT ctid FROM stream_problems
      WHERE stream_id = streams.id
      ORDER BY began_at DESC
      OFFSET ${keptPerStream}
    ) AS surplus
    LIMIT ${batchRows}
  ))`;
