import { metricFigures, type StoredFigures } from '@/lib/contracts/metric-figures';
import { db, type Transaction } from '@/lib/platform/db/db';
import { figureColumns } from '@/lib/platform/db/samples';
import { Prisma, type StreamMetric } from '@/prisma/generated/client';
import { monotonicClock } from '../time/clock';

type RequiredFigures = Pick<StoredFigures, 'fps' | 'bitrateKbps' | 'reconnectCount'>;

/** One second of one stream; missing figures are unmeasured. */
export type Sample = { streamId: string } & RequiredFigures &
  Partial<StoredFigures> & {
    /** When it was measured, by the gateway's {@link monotonicClock}. */
    measuredAtMs: number;
  };

type InsertedRow = Pick<StreamMetric, 'streamId' | 'recordedAt' | 'organizationId'>;

/**
 * Inserts one sample per stream in one statement, each with the time at which it was measured: Postgres' present time
 * less the sample's age, because the clocks of gateways differ. Skips deleted streams.
 * @returns the inserted samples
 */
export async function recordSamples(samples: Sample[]): Promise<StreamMetric[]> {
  if (samples.length === 0) return [];
  // In a transaction now() stands still once there is a connection: neither that wait nor one for a lock moves a sample.
  const rows = await db().$transaction((tx) => insert(tx, samples));
  // The figures are known here: to read them back would take as long as to insert them.
  const inserted = new Map(rows.map((row) => [row.streamId, row]));
  return samples.flatMap(({ measuredAtMs: _, ...sample }) => {
    const row = inserted.get(sample.streamId);
    return row ? Object.assign({}, unmeasured, sample, row) : [];
  });
}

function insert(tx: Transaction, samples: Sample[]): Promise<InsertedRow[]> {
  const nowMs = monotonicClock.nowMs();
  const aged = samples.map((sample) => Object.assign({ ageMs: Math.max(0, nowMs - sample.measuredAtMs) }, sample));
  return tx.$queryRaw<InsertedRow[]>`
    INSERT INTO stream_metrics (stream_id, recorded_at, organization_id, ${figureColumns})
    SELECT streams.id, now() - sample."ageMs" * interval '1 ms', streams.organization_id, ${sampleFigures}
    FROM jsonb_to_recordset(${JSON.stringify(aged)}::jsonb)
      AS sample("streamId" uuid, "ageMs" float8, ${sampleColumns})
    JOIN streams ON streams.id = sample."streamId"
    ON CONFLICT DO NOTHING
    RETURNING
      stream_id AS "streamId", recorded_at AS "recordedAt", stream_metrics.organization_id AS "organizationId"`;
}

const sampleFigures = Prisma.raw(metricFigures.map(({ property }) => `sample."${property}"`).join(', '));
const sampleColumns = Prisma.raw(metricFigures.map(({ property, sqlType }) => `"${property}" ${sqlType}`).join(', '));

/** Every sample has the figures that are not nullable, so these nulls never reach them. */
const unmeasured = Object.fromEntries(metricFigures.map(({ property }) => [property, null])) as Omit<
  { [Property in keyof StoredFigures]: null },
  keyof RequiredFigures
>;
