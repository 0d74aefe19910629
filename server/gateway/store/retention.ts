import { lifetimes } from '@/lib/contracts/limits';
import { dayMs } from '@/lib/core/durations';
import { pause } from '@/lib/core/pause';
import { db, type Transaction } from '@/lib/platform/db/db';
import {
  figureColumns,
  minuteFactColumns,
  minuteFacts,
  sampleAggregates,
  samplesWithIncreases,
} from '@/lib/platform/db/samples';
import { Prisma } from '@/prisma/generated/client';

/** One small transaction. @returns the number of rows that it wrote or deleted; 0: nothing is left to do */
type Step = (transaction: Transaction) => Promise<number>;

interface Retention {
  /** The advisory lock of its transactions; differs from all others of the product. */
  lockKey: number;
  /** These are done one after the other, and each counts its rows under a name. */
  steps: readonly (readonly [count: string, step: Step])[];
}

/** Rows that one transaction deletes: about ten milliseconds, so that nobody waits for its locks. */
const batchRows = 5_000;
/** Recordings that one transaction deletes. */
const batchRecordings = 500;
/** Between two transactions, to leave time for present samples and replicas. */
const pauseMs = 50;
/** The newest lines of a stream's history that stay, and its newest problems: one that comes and goes cannot fill the table. */
export const keptPerStream = 1_000;
/** The newest deliveries of a webhook that stay, sent or not: one that nobody answers cannot fill the table. */
export const keptPerWebhook = 10_000;

/** Deletes rows by the index on their time alone. */
const deleteOlder =
  (table: string, time: string, ageMs: number): Step =>
  (transaction) =>
    transaction.$executeRaw`
    DELETE FROM ${Prisma.raw(table)}
    WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${Prisma.raw(table)}
      WHERE ${Prisma.raw(time)} < now() - ${ageMs} * interval '1 millisecond'
      ORDER BY ${Prisma.raw(time)}
      LIMIT ${batchRows}
    ))`;

interface Surplus {
  table: string;
  /** Names a row; `id` where an index has it, so that the newest are read without the table. */
  row: 'id' | 'ctid';
  owner: { table: string; column: string };
  newestFirst: string;
  kept: number;
}

/** Deletes each owner's rows before its newest ones. */
const deleteSurplus = ({ table, row, owner, newestFirst, kept }: Surplus): Step => {
  const [rows, key, owners] = [table, row, owner.table].map((name) => Prisma.raw(name));
  return (transaction) => transaction.$executeRaw`
    DELETE FROM ${rows}
    WHERE ${key} = ANY(ARRAY(
      SELECT surplus.${key}
      FROM ${owners} CROSS JOIN LATERAL (
        SELECT ${key} FROM ${rows}
        WHERE ${Prisma.raw(owner.column)} = ${owners}.id
        ORDER BY ${Prisma.raw(newestFirst)}
        OFFSET ${kept}
      ) AS surplus
      LIMIT ${batchRows}
    ))`;
};

const deleteSurplusOfStreams = (rows: Pick<Surplus, 'table' | 'row' | 'newestFirst'>): Step =>
  deleteSurplus({ ...rows, owner: { table: 'streams', column: 'stream_id' }, kept: keptPerStream });

const nextMinutes = Prisma.sql`
  sample.recorded_at >= (SELECT start FROM span) AND sample.recorded_at < least(
    (SELECT start FROM span) + interval '10 minutes', date_trunc('minute', now() - interval '30 seconds'))`;

/**
 * Aggregates the ten minutes after the last one in the table of minutes. A minute is finished 30 seconds after its end,
 * because a sample carries the time at which it was measured, and is written later.
 */
const rollUpNextMinutes: Step = (transaction) => transaction.$executeRaw`
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

/**
 * Deletes the history of tally of which nothing is recorded any more. Two days are kept in any case, for reports. So is
 * each event's last change, which says what is on air when a recording begins.
 */
const deleteUnrecordedTally: Step = (transaction) => transaction.$executeRaw`
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

/** Deletes what was heard of cameras that were not recorded then. A day is kept in any case, for the present shifts. */
const deleteUnrecordedSound: Step = (transaction) => transaction.$executeRaw`
  DELETE FROM sound_readings
  WHERE id = ANY(ARRAY(
    SELECT id FROM sound_readings
    WHERE recording_id IS NULL AND at < now() - interval '1 day'
    LIMIT ${batchRows}
  ))`;

/**
 * Deletes the recordings that their organizations no longer want to keep, the oldest first. One that goes on, or that waits
 * for the bucket, stays; a gateway needs some seconds to say that an ended one waits. Removing the files is another job.
 */
const deleteUnwantedRecordings: Step = (transaction) => transaction.$executeRaw`
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
    LIMIT ${batchRecordings}
  ))`;

/** How long rows are kept, by what they are. */
const retentions = {
  metrics: {
    lockKey: 1_500_150,
    steps: [
      ['minutesWritten', rollUpNextMinutes],
      ['samplesDeleted', deleteOlder('stream_metrics', 'recorded_at', lifetimes.sample)],
      ['minutesDeleted', deleteOlder('stream_metric_minutes', 'recorded_at', lifetimes.sampleMinute)],
    ],
  },
  incidents: {
    lockKey: 1_500_152,
    steps: [
      ['incidentsDeleted', deleteOlder('stream_incidents', 'occurred_at', lifetimes.incident)],
      [
        'incidentsDeleted',
        deleteSurplusOfStreams({ table: 'stream_incidents', row: 'id', newestFirst: 'occurred_at DESC, id DESC' }),
      ],
    ],
  },
  audit: {
    lockKey: 1_500_153,
    steps: [['auditEntriesDeleted', deleteOlder('audit_entries', 'occurred_at', lifetimes.auditEntry)]],
  },
  soundReadings: { lockKey: 1_500_162, steps: [['soundReadingsDeleted', deleteUnrecordedSound]] },
  tallyHistory: { lockKey: 1_500_154, steps: [['tallyChangesDeleted', deleteUnrecordedTally]] },
  // Finished reports hold what they need of these.
  reportFacts: {
    lockKey: 1_500_155,
    steps: [
      ['reportFactsDeleted', deleteOlder('viewer_minutes', 'recorded_at', 30 * dayMs)],
      ['reportFactsDeleted', deleteOlder('stream_problems', 'began_at', 90 * dayMs)],
      [
        'reportFactsDeleted',
        deleteSurplusOfStreams({ table: 'stream_problems', row: 'ctid', newestFirst: 'began_at DESC' }),
      ],
      ['reportFactsDeleted', deleteOlder('program_stand_ins', 'began_at', 90 * dayMs)],
      ['reportFactsDeleted', deleteOlder('destination_spells', 'began_at', 90 * dayMs)],
      [
        'reportFactsDeleted',
        deleteSurplusOfStreams({ table: 'destination_spells', row: 'id', newestFirst: 'began_at DESC' }),
      ],
    ],
  },
  webhookDeliveries: {
    lockKey: 1_500_160,
    steps: [
      ['deliveriesDeleted', deleteOlder('webhook_deliveries', 'created_at', lifetimes.webhookDelivery)],
      [
        'deliveriesDeleted',
        deleteSurplus({
          table: 'webhook_deliveries',
          row: 'id',
          owner: { table: 'webhook_endpoints', column: 'endpoint_id' },
          newestFirst: 'created_at DESC, id DESC',
          kept: keptPerWebhook,
        }),
      ],
    ],
  },
  recordings: { lockKey: 1_500_161, steps: [['recordingsDeleted', deleteUnwantedRecordings]] },
} as const satisfies Record<string, Retention>;

type Retained<What extends keyof typeof retentions> = Record<(typeof retentions)[What]['steps'][number][0], number>;

/**
 * Deletes what need not be kept any longer, in small transactions. One of several concurrent runs continues, and the next
 * run does the rest.
 * @returns the rows of this run, by what was done with them
 * @throws Error of Prisma while Postgres is away
 */
export async function retain<What extends keyof typeof retentions>(
  what: What,
  signal: AbortSignal,
): Promise<Retained<What>> {
  const { lockKey, steps }: Retention = retentions[what];
  const counts: Record<string, number> = Object.fromEntries(steps.map(([count]) => [count, 0]));
  for (const [count, step] of steps) {
    const { rows, isDone } = await repeat(lockKey, step, signal);
    counts[count] = (counts[count] ?? 0) + rows;
    if (!isDone) break;
  }
  return counts as Retained<What>;
}

/** Repeats a step until nothing is left for it, another process does it, or the signal aborts. */
async function repeat(lockKey: number, step: Step, signal: AbortSignal): Promise<{ rows: number; isDone: boolean }> {
  for (let total = 0; ; ) {
    if (signal.aborted) return { rows: total, isDone: false };
    const rows = await underLock(lockKey, step);
    if (rows === null) return { rows: total, isDone: false };
    if (rows === 0) return { rows: total, isDone: true };
    total += rows;
    await pause(pauseMs);
  }
}

/** @returns null where another process holds the lock */
function underLock(lockKey: number, step: Step): Promise<number | null> {
  return db().$transaction(async (transaction) => {
    const [lock] = await transaction.$queryRaw<{ isOurs: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${lockKey}) AS "isOurs"`;
    return lock?.isOurs ? step(transaction) : null;
  });
}
