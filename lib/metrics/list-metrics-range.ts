import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/core/db';
import { getStream } from '@/lib/streams/get-stream';
import type { StreamMetric } from '@/prisma/generated/client';
import type { MetricsRange } from './schema';

/** How long each range is, and how much of it one point stands for: never more than 500 points. */
const seconds: Record<MetricsRange, { range: number; point: number }> = {
  '15m': { range: 900, point: 2 },
  '1h': { range: 3_600, point: 8 },
  '24h': { range: 86_400, point: 180 },
};

/**
 * The samples of a stream from a period until now, oldest first, thinned by Postgres. A point is the mean of its samples
 * at the time of the last one; counters and the alert level are its highest, so that no peak is lost.
 * @throws AppError `not_found`
 */
export async function listMetricsRange(actor: Actor, streamId: string, range: MetricsRange): Promise<StreamMetric[]> {
  await getStream(actor, streamId);
  const { range: rangeSeconds, point: pointSeconds } = seconds[range];
  return db().$queryRaw<StreamMetric[]>`
    SELECT
      stream_id AS "streamId",
      organization_id AS "organizationId",
      max(recorded_at) AS "recordedAt",
      avg(fps) AS fps,
      avg(bitrate_kbps) AS "bitrateKbps",
      max(reconnect_count) AS "reconnectCount",
      avg(latency_ms) AS "latencyMs",
      max(dropped_frames) AS "droppedFrames",
      avg(quality_score) AS "qualityScore",
      max(alert_level) AS "alertLevel"
    FROM stream_metrics
    WHERE stream_id = ${streamId}::uuid
      AND organization_id = ${actor.organizationId}::uuid
      AND recorded_at > now() - make_interval(secs => ${rangeSeconds})
    GROUP BY stream_id, organization_id, floor(extract(epoch FROM recorded_at) / ${pointSeconds}::int)
    ORDER BY "recordedAt"
    LIMIT 500`;
}
