import type { MetricJson } from '@/lib/contracts/metrics';
import type { StreamMetric } from '@/prisma/generated/client';

/** What the API and the cable show of one sample; no figure has more than three decimals. */
export function serializeMetric(metric: StreamMetric): MetricJson {
  return {
    fps: round(metric.fps),
    bitrate: round(metric.bitrateKbps),
    latency_ms: roundOrNull(metric.latencyMs),
    dropped_frames: metric.droppedFrames,
    reconnect_count: metric.reconnectCount,
    rtt_ms: roundOrNull(metric.rttMs),
    lost_packets: metric.lostPackets,
    retransmitted_packets: metric.retransmittedPackets,
    loss_percent: roundOrNull(metric.lossPercent),
    gop_seconds: roundOrNull(metric.gopSeconds),
    audio_left_dbfs: roundOrNull(metric.audioLeftDbfs),
    audio_right_dbfs: roundOrNull(metric.audioRightDbfs),
    quality_score: roundOrNull(metric.qualityScore),
    alert_level: metric.alertLevel,
    recorded_at: metric.recordedAt.toISOString(),
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
const roundOrNull = (value: number | null): number | null => (value === null ? null : round(value));
