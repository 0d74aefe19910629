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
  const rows = await db().$queryRaw<Pick<StreamMetric, 'streamId' | 'recordedAt' | 'organizationId'>[]>`
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
      stream_id AS "streamId", recorded_at AS "recordedAt", stream_metrics.organization_id AS "organizationId"`;
  // What was measured is known here: to read it back would take as long as to insert it.
  const inserted = new Map(rows.map((row) => [row.streamId, row]));
  return samples.flatMap((sample) => {
    const row = inserted.get(sample.streamId);
    return row ? Object.assign({}, unmeasured, sample, row) : [];
  });
}

const unmeasured = {
  latencyMs: null,
  droppedFrames: null,
  rttMs: null,
  lostPackets: null,
  retransmittedPackets: null,
  lossPercent: null,
  gopSeconds: null,
  audioLeftDbfs: null,
  audioRightDbfs: null,
  qualityScore: null,
  alertLevel: null,
};
