import { integratedLufs, loudnessRangeLu } from '@/lib/core/loudness';
import { db } from '@/lib/platform/db/db';
import { minuteFacts, samplesWithIncreases } from '@/lib/platform/db/samples';
import { Prisma } from '@/prisma/generated/client';

interface FigureRow {
  streamId: string;
  liveSeconds: number;
  liveKilobits: number | null;
  minBitrateKbps: number | null;
  maxBitrateKbps: number | null;
  framesLost: number;
  reconnects: number;
  lostPackets: number | null;
  retransmittedPackets: number | null;
  lossPercent: number | null;
  audioAvgDbfs: number | null;
  audioPeakDbfs: number | null;
  /** As in stream_metric_minutes. */
  latencies: Uint8Array | null;
  loudness: Uint8Array | null;
  shortTerms: Uint8Array | null;
  /** The minutes since 1970 with a picture, joined by commas. */
  liveMinutes: string | null;
}

/** A camera's figures in a show. */
export type CameraFigures = Omit<FigureRow, 'latencies' | 'loudness' | 'shortTerms' | 'liveMinutes'> & {
  latencyP50Ms: number | null;
  latencyP95Ms: number | null;
  integratedLufs: number | null;
  loudnessRangeLu: number | null;
  liveMinutes: number[];
};

/**
 * The figures of cameras by all of their samples. Rolled-up minutes come from the table of minutes. Later ones are
 * aggregated in the same way here.
 * @param from both are whole minutes
 */
export async function readCameraFigures(
  streamIds: string[],
  { from, to }: { from: Date; to: Date },
): Promise<Map<string, CameraFigures>> {
  const rows = await db().$queryRaw<FigureRow[]>`
    WITH minutes AS (
      SELECT ${minuteColumns} FROM stream_metric_minutes
      WHERE stream_id = ANY(${streamIds}::uuid[]) AND recorded_at >= ${from} AND recorded_at < ${to}
      UNION ALL
      SELECT ${minuteColumns} FROM (
        SELECT stream_id, date_trunc('minute', recorded_at) AS recorded_at, ${minuteFacts},
          sum(lost_packets) AS lost_packets, sum(retransmitted_packets) AS retransmitted_packets,
          max(audio_left_dbfs) AS audio_left_dbfs, max(audio_right_dbfs) AS audio_right_dbfs
        FROM ${samplesWithIncreases(laterSamples(streamIds, from, to))} AS samples GROUP BY 1, 2
      ) AS later
    )
    SELECT stream_id AS "streamId",
      coalesce(sum(live_seconds), 0)::int AS "liveSeconds", sum(live_kilobits) AS "liveKilobits",
      min(min_bitrate_kbps) AS "minBitrateKbps", max(max_bitrate_kbps) AS "maxBitrateKbps",
      coalesce(sum(frames_lost), 0)::int AS "framesLost", coalesce(sum(reconnects), 0)::int AS "reconnects",
      sum(lost_packets)::float8 AS "lostPackets", sum(retransmitted_packets)::float8 AS "retransmittedPackets",
      sum(loss_percent_sum) / nullif(sum(loss_seconds), 0) AS "lossPercent",
      avg(audio_dbfs) AS "audioAvgDbfs", max(audio_dbfs) AS "audioPeakDbfs",
      string_agg(latencies, '') AS latencies, string_agg(loudness, '') AS loudness,
      string_agg(short_terms, '') AS "shortTerms",
      string_agg((extract(epoch FROM recorded_at) / 60)::int::text, ',' ORDER BY recorded_at)
        FILTER (WHERE live_seconds > 0) AS "liveMinutes"
    FROM minutes GROUP BY stream_id`;
  return new Map(
    rows.map(({ latencies, loudness, shortTerms, liveMinutes, ...row }) => {
      const [latencyP50Ms, latencyP95Ms] = percentiles(countsOf(latencies), [0.5, 0.95]);
      return [
        row.streamId,
        {
          ...row,
          latencyP50Ms,
          latencyP95Ms,
          integratedLufs: integratedLufs(countsOf(loudness, 100)),
          loudnessRangeLu: loudnessRangeLu(countsOf(shortTerms, 100)),
          liveMinutes: liveMinutes ? liveMinutes.split(',').map(Number) : [],
        },
      ];
    }),
  );
}

const minuteColumns = Prisma.raw(`
  stream_id, recorded_at, live_seconds, live_kilobits, min_bitrate_kbps, max_bitrate_kbps, frames_lost, reconnects,
  loss_percent_sum, loss_seconds, lost_packets, retransmitted_packets,
  greatest(audio_left_dbfs, audio_right_dbfs) AS audio_dbfs, latencies, loudness, short_terms`);

/** Samples after the last minute that is rolled up. */
const laterSamples = (streamIds: string[], from: Date, to: Date): Prisma.Sql => Prisma.sql`
  sample.stream_id = ANY(${streamIds}::uuid[]) AND sample.recorded_at < ${to}
  AND sample.recorded_at >= greatest(${from}::timestamptz,
    (SELECT coalesce(max(recorded_at) + interval '1 minute', '-infinity') FROM stream_metric_minutes))`;

/** How often each value was measured: a show has half a million seconds, of few different values. */
function countsOf(packed: Uint8Array | null, perUnit = 1): Map<number, number> {
  const counts = new Map<number, number>();
  if (!packed) return counts;
  const values = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at + 2 <= values.byteLength; at += 2) {
    const value = values.getInt16(at);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return perUnit === 1 ? counts : new Map([...counts].map(([value, times]) => [value / perUnit, times]));
}

/** Percentiles by nearest rank: the least value that this share of all values does not exceed. */
function percentiles<const Shares extends readonly number[]>(
  counts: Map<number, number>,
  shares: Shares,
): { [Index in keyof Shares]: number | null } {
  const ascending = [...counts].sort(([a], [b]) => a - b);
  const total = ascending.reduce((sum, [, times]) => sum + times, 0);
  return shares.map((share) => {
    const rank = Math.ceil(share * total);
    let passed = 0;
    for (const [value, times] of ascending) {
      passed += times;
      if (passed >= rank) return value;
    }
    return null;
  }) as { [Index in keyof Shares]: number | null };
}
