import { z } from 'zod';
import { AlertLevel } from '@/prisma/generated/enums';

/** Query of GET /streams/{id}/metrics. */
export const listMetricsQuerySchema = z.object({
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
