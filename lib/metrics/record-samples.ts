import { db } from '@/lib/core/db';
import type { StreamMetric } from '@/prisma/generated/client';

export interface Sample {
  streamId: string;
  fps: number;
  bitrateKbps: number;
  reconnectCount: number;
}

/**
 * Writes one sample per stream, all with the present second, in one statement. Streams that are gone are left out.
 * @returns what was written
 */
export async function recordSamples(samples: Sample[]): Promise<StreamMetric[]> {
  if (samples.length === 0) return [];
  return db().$queryRaw<StreamMetric[]>`
    INSERT INTO stream_metrics (stream_id, recorded_at, organization_id, fps, bitrate_kbps, reconnect_count)
    SELECT streams.id, now(), streams.organization_id, sample.fps, sample."bitrateKbps", sample."reconnectCount"
    FROM jsonb_to_recordset(${JSON.stringify(samples)}::jsonb)
      AS sample("streamId" uuid, fps float8, "bitrateKbps" float8, "reconnectCount" int)
    JOIN streams ON streams.id = sample."streamId"
    ON CONFLICT DO NOTHING
    RETURNING stream_id AS "streamId", recorded_at AS "recordedAt", stream_metrics.organization_id AS "organizationId",
      stream_metrics.fps, bitrate_kbps AS "bitrateKbps", reconnect_count AS "reconnectCount", latency_ms AS "latencyMs",
      dropped_frames AS "droppedFrames", quality_score AS "qualityScore", alert_level AS "alertLevel"`;
}
