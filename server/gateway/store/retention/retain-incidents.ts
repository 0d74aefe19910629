import type { Transaction } from '@/lib/platform/db/db';
import { inBatches } from './in-batches';

const lockKey = 1_500_152;
/** Rows that one transaction deletes. */
const batchRows = 5_000;
/** The newest lines of a stream's history that stay, whatever wrote them. */
export const keptPerStream = 1_000;

/**
 * Deletes incidents older than 90 days, and of each stream those before its newest thousand, like retainMetrics().
 * @returns the number of deleted incidents
 * @throws Error of Prisma while Postgres is away
 */
export async function retainIncidents(signal: AbortSignal): Promise<{ incidentsDeleted: number }> {
  let incidentsDeleted = 0;
  for (const step of [deleteOldest, deleteSurplus]) {
    const { rows, isDone } = await inBatches(lockKey, step, signal);
    incidentsDeleted += rows;
    if (!isDone) break;
  }
  return { incidentsDeleted };
}

/** By the index on the time alone. */
const deleteOldest = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM stream_incidents
  WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM stream_incidents
    WHERE occurred_at < now() - interval '90 days'
    ORDER BY occurred_at
    LIMIT ${batchRows}
  ))`;

/** By the index on stream, time and id, which each stream's newest are read from without the table. */
const deleteSurplus = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  DELETE FROM stream_incidents
  WHERE id = ANY(ARRAY(
    SELECT surplus.id
    FROM streams CROSS JOIN LATERAL (
      SELECT id FROM stream_incidents
      WHERE stream_id = streams.id
      ORDER BY occurred_at DESC, id DESC
      OFFSET ${keptPerStream}
    ) AS surplus
    LIMIT ${batchRows}
  ))`;
