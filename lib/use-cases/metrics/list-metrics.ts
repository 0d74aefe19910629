import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import type { MetricsRange } from '@/lib/contracts/metrics';
import { db } from '@/lib/platform/db/db';
import { sampleAggregates } from '@/lib/platform/db/samples';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getStream } from '@/lib/use-cases/streams/get-stream';
import { Prisma, type StreamMetric } from '@/prisma/generated/client';

/**
 * A page of the samples of a stream, oldest first: the latest ones, and before the cursor the next older ones.
 * @throws AppError `not_found`
 */
export const listMetrics = defineUseCase(
  { action: 'metrics.read' },
  async ({ actor }, streamId: string, { limit, cursor }: PageRequest): Promise<Page<StreamMetric>> => {
    await getStream(actor, streamId);
    const newestFirst = await db().streamMetric.findMany({
      where: { streamId, organizationId: actor.organizationId, recordedAt: cursor && { lt: cursor.at } },
      orderBy: { recordedAt: 'desc' },
      take: limit + 1,
    });
    const { rows, next } = pageOf(newestFirst, limit, ({ recordedAt: at }) => ({ at, id: streamId }));
    return { rows: rows.reverse(), next };
  },
);

const raw = Prisma.sql`stream_metrics`;
const byMinute = Prisma.sql`stream_metric_minutes`;

/** The table, length and time per point of each range, so that there are never more than 500 points. */
const sources: Record<MetricsRange, { table: Prisma.Sql; rangeSeconds: number; pointSeconds: number }> = {
  '15m': { table: raw, rangeSeconds: 900, pointSeconds: 2 },
  '1h': { table: raw, rangeSeconds: 3_600, pointSeconds: 8 },
  '24h': { table: raw, rangeSeconds: 86_400, pointSeconds: 180 },
  '7d': { table: byMinute, rangeSeconds: 604_800, pointSeconds: 1_260 },
  '30d': { table: byMinute, rangeSeconds: 2_592_000, pointSeconds: 5_400 },
};

/**
 * The samples of a stream from a period until now, oldest first. Postgres aggregates several samples into one point, at
 * the time of the last one. Ranges over a day use the table of minutes, which lags by up to ten minutes.
 * @throws AppError `not_found`
 */
export const listMetricsRange = defineUseCase(
  { action: 'metrics.read' },
  async ({ actor }, streamId: string, range: MetricsRange): Promise<StreamMetric[]> => {
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
  },
);
