import { z } from 'zod';
import { alertLevels, type FigureValues, metricFigures } from './metric-figures';

export const alertLevelSchema = z.enum(alertLevels);

/** The periods until now that can be queried. */
const metricsRanges = ['15m', '1h', '24h', '7d', '30d'] as const;
export type MetricsRange = (typeof metricsRanges)[number];

/** Query of GET /streams/{id}/metrics, besides its pages: a whole `range` as at most 500 points, all on one page. */
export const listMetricsQuerySchema = z.object({
  range: z.enum(metricsRanges, 'range must be 15m, 1h, 24h, 7d or 30d.').optional(),
});

const valueSchemas = { float8: z.number(), int: z.number().int(), alert_level: alertLevelSchema };

const figureSchemas = Object.fromEntries(
  metricFigures.map(({ name, sqlType, isAlwaysMeasured, isNew, description }) => {
    const value: z.ZodType = isAlwaysMeasured ? valueSchemas[sqlType] : valueSchemas[sqlType].nullable();
    const described = description === undefined ? value : value.describe(description);
    return [name, isNew ? described.default(null) : described];
  }),
) as { [Name in keyof FigureValues]: z.ZodType<FigureValues[Name]> };

/** One second of one stream, or several seconds aggregated. Null where nothing was measured. */
export const metricSchema = z.object({ ...figureSchemas, recorded_at: z.iso.datetime() });
export type MetricJson = z.infer<typeof metricSchema>;
