import type { Transaction } from '@/lib/platform/db/db';
import { minuteFactColumns, minuteFacts, samplesWithIncreases } from '@/lib/platform/db/minute-facts';
import { figureColumns, sampleAggregates } from '@/lib/platform/db/sample-aggregates';
import { Prisma } from '@/prisma/generated/client';
import { inBatches } from './in-batches';

const lockKey = 1_500_150;
/** Rows that one transaction deletes: about ten milliseconds, so that nobody waits for its locks. */
const batchRows = 5_000;

export interface Retained {
  minutesWritten: number;
  samplesDeleted: number;
  minutesDeleted: number;
}

/**
 * Aggregates finished minutes into the table of minutes, then deletes samples older than 24 hours and minutes older
 * than 30 days. Works in small transactions. One of several concurrent runs continues; the next run does the rest.
 * @returns the work of this run
 * @throws Error of Prisma while Postgres is away
 */
export async function retainMetrics(signal: AbortSignal): Promise<Retained> {
  const retained: Retained = { minutesWritten: 0, samplesDeleted: 0, minutesDeleted: 0 };
  const steps: [keyof Retained, (transaction: Transaction) => Promise<number>][] = [
    ['minutesWritten', rollUpNextMinutes],
    ['samplesDeleted', (transaction) => deleteOldest(transaction, 'stream_metrics', '24 hours')],
    ['minutesDeleted', (transaction) => deleteOldest(transaction, 'stream_metric_minutes', '30 days')],
  ];
  for (const [name, step] of steps) {
    const { rows, isDone } = await inBatches(lockKey, step, signal);
    retained[name] = rows;
    if (!isDone) break;
  }
  return retained;
}

/**
 * Aggregates the ten minutes after the last one in the table of minutes. A minute is finished 30 seconds after its end,
 * because a sample carries the time at which it was measured, and is written later.
 * @returns the number of inserted rows; 0: no finished minute is left
 */
const rollUpNextMinutes = (transaction: Transaction): Promise<number> => transaction.$executeRaw`
  WITH span AS (
    SELECT date_trunc('minute', min(recorded_at)) AS start
    FROM stream_metrics
    WHERE recorded_at >=
      coalesce((SELECT max(recorded_at) + interval '1 minute' FROM stream_metric_minutes), '-infinity')
  )
  INSERT INTO stream_metric_minutes (stream_id, recorded_at, organization_id, ${figureColumns}, ${minuteFactColumns})
  SELECT stream_id, date_trunc('minute', recorded_at), organization_id, ${sampleAggregates}, ${minuteFacts}
  FROM ${samplesWithIncreases(nextMinutes)} AS samples
  GROUP BY 1, 2, 3
  ON CONFLICT DO NOTHING`;

const nextMinutes = Prisma.sql`
  sample.recorded_at >= (SELECT start FROM span) AND sample.recorded_at < least(
    (SELECT start FROM span) + interval '10 minutes', date_trunc('minute', now() - interval '30 seconds'))`;

/** @returns the number of deleted rows */
const deleteOldest = (
  transaction: Transaction,
  table: 'stream_metrics' | 'stream_metric_minutes',
  age: '24 hours' | '30 days',
): Promise<number> => transaction.$executeRaw`
  DELETE FROM ${Prisma.raw(table)}
  WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${Prisma.raw(table)}
    WHERE recorded_at < now() - ${age}::interval
    ORDER BY recorded_at
    LIMIT ${batchRows}
  ))`;
