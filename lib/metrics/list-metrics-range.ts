import type { Actor } from '@/lib/auth/actor';
import type { MetricsRange } from '@/lib/contracts/metrics';
import { db } from '@/lib/platform/db/db';
import { sampleAggregates } from '@/lib/platform/db/sample-aggregates';
import { getStream } from '@/lib/streams/get-stream';
import { Prisma, type StreamMetric } from '@/prisma/generated/client';

const raw = Prisma.sql`stream_metrics`;
const byMinute = Prisma.sql`stream_metric_minutes`;

/** Where each range is kept, how long it is, and how much of it one point stands for: never more than 500 points. */
const sources: Record<MetricsRange, { table: Prisma.Sql; rangeSeconds: number; pointSeconds: number }> = {
  '15m': { table: raw, rangeSeconds: 900, pointSeconds: 2 },
  '1h': { table: raw, rangeSeconds: 3_600, pointSeconds: 8 },
  '24h': { table: raw, rangeSeconds: 86_400, pointSeconds: 180 },
  '7d': { table: byMinute, rangeSeconds: 604_800, pointSeconds: 1_260 },
  '30d': { table: byMinute, rangeSeconds: 2_592_000, pointSeconds: 5_400 },
};

/**
 * The samples of a stream from a period until now, oldest first, thinned by Postgres. A point is what its samples come
 * to, at the time of the last one. Ranges over a day are read from the minutes, which are up to ten minutes behind.
 * @throws AppError `not_found`
 */
export async function listMetricsRange(actor: Actor, streamId: string, range: MetricsRange): Promise<StreamMetric[]> {
  await getStream(actor, streamId);
  const { table, rangeSeconds, pointSeconds } = sources[range];
  return db().$queryRaw<StreamMetric[]>`
    SELECT
      stream_id AS "streamId", organization_id AS "organizationId", max(recorded_at) AS "recordedAt",
      ${sampleAggregates}
    FROM ${table}
    WHERE stream_id = ${streamId}::uuid
      AND organization_id = ${actor.organizationId}::uuid
      AND recorded_at > now() - make_interval(secs => ${rangeSeconds})
    GROUP BY stream_id, organization_id, floor(extract(epoch FROM recorded_at) / ${pointSeconds}::int)
    ORDER BY "recordedAt"
    LIMIT 500`;
}
