import { z } from 'zod';
import { figureSchemas } from './metric-figures';

/** The periods until now that can be queried. */
export const metricsRanges = ['15m', '1h', '24h', '7d', '30d'] as const;
export type MetricsRange = (typeof metricsRanges)[number];

/** Query of GET /streams/{id}/metrics, besides its pages: a whole `range` as at most 500 points, all on one page. */
export const listMetricsQuerySchema = z.object({
  range: z.enum(metricsRanges, 'range must be 15m, 1h, 24h, 7d or 30d.').optional(),
});

/** One second of one stream, or several seconds aggregated. Null where nothing was measured. */
export const metricSchema = z.object({ ...figureSchemas, recorded_at: z.iso.datetime() });
export type MetricJson = z.infer<typeof metricSchema>;
