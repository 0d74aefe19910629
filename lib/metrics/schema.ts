import { z } from 'zod';
import { AlertLevel } from '@/prisma/generated/enums';

/** Periods until now that the metrics can be asked for. */
export const metricsRanges = ['15m', '1h', '24h'] as const;
export type MetricsRange = (typeof metricsRanges)[number];

/** Query of GET /streams/{id}/metrics: the latest `limit` samples, or a whole `range`, thinned to at most 500. */
export const listMetricsQuerySchema = z.object({
  range: z.enum(metricsRanges, 'range must be 15m, 1h or 24h.').optional(),
  limit: z.coerce.number('limit must be a number.').int('limit must be a whole number.').min(1).max(1000).default(100),
});
export type ListMetricsQuery = z.infer<typeof listMetricsQuerySchema>;

/** One second of one stream. Null: not measured. */
export const metricSchema = z.object({
  fps: z.number(),
  /** In kbit/s. */
  bitrate: z.number(),
  latency_ms: z.number().nullable(),
  dropped_frames: z.number().int().nullable(),
  reconnect_count: z.number().int(),
  quality_score: z.number().nullable(),
  alert_level: z.enum(AlertLevel).nullable(),
  recorded_at: z.iso.datetime(),
});
export type MetricJson = z.infer<typeof metricSchema>;
