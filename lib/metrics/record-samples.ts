import { db } from '@/lib/core/db';

export interface Sample {
  streamId: string;
  fps: number;
  bitrateKbps: number;
  reconnectCount: number;
}

/** Writes one sample per stream, all with the present second, in one statement. Streams that are gone are left out. */
export async function recordSamples(samples: Sample[]): Promise<void> {
  if (samples.length === 0) return;
  await db().$executeRaw`
    INSERT INTO stream_metrics (stream_id, recorded_at, organization_id, fps, bitrate_kbps, reconnect_count)
    SELECT streams.id, now(), streams.organization_id, sample.fps, sample."bitrateKbps", sample."reconnectCount"
    FROM jsonb_to_recordset(${JSON.stringify(samples)}::jsonb)
      AS sample("streamId" uuid, fps float8, "bitrateKbps" float8, "reconnectCount" int)
    JOIN streams ON streams.id = sample."streamId"
    ON CONFLICT DO NOTHING`;
}
