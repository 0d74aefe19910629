import { metricFigures, type StoredFigures } from '@/lib/contracts/metric-figures';
import { db } from '@/lib/platform/db/db';
import { figureColumns } from '@/lib/platform/db/sample-aggregates';
import { Prisma, type StreamMetric } from '@/prisma/generated/client';

type RequiredFigures = Pick<StoredFigures, 'fps' | 'bitrateKbps' | 'reconnectCount'>;

/** One second of one stream; missing figures are unmeasured. */
export type Sample = { streamId: string } & RequiredFigures & Partial<StoredFigures>;

/**
 * Inserts one sample per stream, all with the present time, in one statement. Skips deleted streams.
 * @returns the inserted samples
 */
export async function recordSamples(samples: Sample[]): Promise<StreamMetric[]> {
  if (samples.length === 0) return [];
  const rows = await db().$queryRaw<Pick<StreamMetric, 'streamId' | 'recordedAt' | 'organizationId'>[]>`
    INSERT INTO stream_metrics (stream_id, recorded_at, organization_id, ${figureColumns})
    SELECT streams.id, now(), streams.organization_id, ${sampleFigures}
    FROM jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) AS sample("streamId" uuid, ${sampleColumns})
    JOIN streams ON streams.id = sample."streamId"
    ON CONFLICT DO NOTHING
    RETURNING
      stream_id AS "streamId", recorded_at AS "recordedAt", stream_metrics.organization_id AS "organizationId"`;
  // What was measured is known here: to read it back would take as long as to insert it.
  const inserted = new Map(rows.map((row) => [row.streamId, row]));
  return samples.flatMap((sample) => {
    const row = inserted.get(sample.streamId);
    return row ? Object.assign({}, unmeasured, sample, row) : [];
  });
}

const sampleFigures = Prisma.raw(metricFigures.map(({ property }) => `sample."${property}"`).join(', '));
const sampleColumns = Prisma.raw(metricFigures.map(({ property, sqlType }) => `"${property}" ${sqlType}`).join(', '));

/** Every sample has the figures that are not nullable, so these nulls never reach them. */
const unmeasured = Object.fromEntries(metricFigures.map(({ property }) => [property, null])) as Omit<
  { [Property in keyof StoredFigures]: null },
  keyof RequiredFigures
>;
