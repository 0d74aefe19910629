import type { StreamMetric } from '@/prisma/generated/client';
import type { MetricJson } from './schema';

/** What the API and the cable show of one sample. */
export function serializeMetric(metric: StreamMetric): MetricJson {
  return {
    fps: metric.fps,
    bitrate: metric.bitrateKbps,
    latency_ms: metric.latencyMs,
    dropped_frames: metric.droppedFrames,
    reconnect_count: metric.reconnectCount,
    quality_score: metric.qualityScore,
    alert_level: metric.alertLevel,
    recorded_at: metric.recordedAt.toISOString(),
  };
}
