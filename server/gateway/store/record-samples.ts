import { db } from '@/lib/platform/db/db';
import type { StreamMetric } from '@/prisma/generated/client';

/** One second of one stream; missing figures are unmeasured. */
export type Sample = Pick<StreamMetric, 'streamId' | 'fps' | 'bitrateKbps' | 'reconnectCount'> &
  Partial<Omit<StreamMetric, 'organizationId' | 'recordedAt'>>;

/**
 * Inserts one sample per stream, all with the present time, in one statement. Skips deleted streams.
 * @returns the inserted samples
 */
export async function recordSamples(samples: Sample[]): Promise<StreamMetric[]> {
  if (samples.length === 0) return [];
  return db().$queryRaw<StreamMetric[]>`
    INSERT INTO stream_metrics (
      stream_id, recorded_at, organization_id, fps, bitrate_kbps, reconnect_count, latency_ms, dropped_frames, rtt_ms,
      lost_packets, retransmitted_packets, loss_percent, gop_seconds, audio_left_dbfs, audio_right_dbfs,
      quality_score, alert_level
    )
    SELECT
      streams.id, now(), streams.organization_id, sample.fps, sample."bitrateKbps", sample."reconnectCount",
      sample."latencyMs", sample."droppedFrames", sample."rttMs", sample."lostPackets",
      sample."retransmittedPackets", sample."lossPercent", sample."gopSeconds", sample."audioLeftDbfs",
      sample."audioRightDbfs", sample."qualityScore", sample."alertLevel"
    FROM jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) AS sample(
      "streamId" uuid, fps float8, "bitrateKbps" float8, "reconnectCount" int, "latencyMs" float8, "droppedFrames" int,
      "rttMs" float8, "lostPackets" int, "retransmittedPackets" int, "lossPercent" float8, "gopSeconds" float8,
      "audioLeftDbfs" float8, "audioRightDbfs" float8, "qualityScore" float8, "alertLevel" alert_level
    )
    JOIN streams ON streams.id = sample."streamId"
    ON CONFLICT DO NOTHING
    RETURNING
      stream_id AS "streamId", recorded_at AS "recordedAt", stream_metrics.organization_id AS "organizationId",
      stream_metrics.fps, bitrate_kbps AS "bitrateKbps", reconnect_count AS "reconnectCount", latency_ms AS "latencyMs",
      dropped_frames AS "droppedFrames", rtt_ms AS "rttMs", lost_packets AS "lostPackets",
      retransmitted_packets AS "retransmittedPackets", loss_percent AS "lossPercent", gop_seconds AS "gopSeconds",
      audio_left_dbfs AS "audioLeftDbfs", audio_right_dbfs AS "audioRightDbfs", quality_score AS "qualityScore",
      alert_level AS "alertLevel"`;
}
