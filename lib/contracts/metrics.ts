import { z } from 'zod';

export const alertLevelSchema = z.enum(['healthy', 'warning', 'critical']);
export type AlertLevel = z.infer<typeof alertLevelSchema>;

/** Periods until now that the metrics can be asked for. */
export const metricsRanges = ['15m', '1h', '24h', '7d', '30d'] as const;
export type MetricsRange = (typeof metricsRanges)[number];

/** Query of GET /streams/{id}/metrics: the latest `limit` samples, or a whole `range`, thinned to at most 500. */
export const listMetricsQuerySchema = z.object({
  range: z.enum(metricsRanges, 'range must be 15m, 1h, 24h, 7d or 30d.').optional(),
  limit: z.coerce.number('limit must be a number.').int('limit must be a whole number.').min(1).max(1000).default(100),
});

/** One second of one stream, or what many come to. Null: not measured. */
export const metricSchema = z.object({
  fps: z.number(),
  /** In kbit/s. */
  bitrate: z.number(),
  /** From the encoder to the room: SRT's buffer, half the round trip, and the time in the worker. */
  latency_ms: z.number().nullable(),
  /** Since the stream was switched on: pictures that did not reach the room whole. */
  dropped_frames: z.number().int().nullable(),
  /** Since the stream was switched on. */
  reconnect_count: z.number().int(),
  /** Round trip between encoder and gateway. */
  rtt_ms: z.number().nullable(),
  /** SRT packets of this second that were lost at the first try. */
  lost_packets: z.number().int().nullable(),
  /** SRT packets of this second that came again. */
  retransmitted_packets: z.number().int().nullable(),
  /** Lost ones among all that were sent. */
  loss_percent: z.number().nullable(),
  /** From keyframe to keyframe. */
  gop_seconds: z.number().nullable(),
  /** Peaks of the second, at least -100. */
  audio_left_dbfs: z.number().nullable(),
  audio_right_dbfs: z.number().nullable(),
  /** 0 to 100. */
  quality_score: z.number().nullable(),
  alert_level: alertLevelSchema.nullable(),
  recorded_at: z.iso.datetime(),
});
export type MetricJson = z.infer<typeof metricSchema>;
