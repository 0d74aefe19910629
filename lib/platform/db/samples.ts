import { metricFigures, type StoredFigures } from '@/lib/contracts/metric-figures';
import type { MetricJson } from '@/lib/contracts/metrics';
import { Prisma } from '@/prisma/generated/client';

/** Postgres sums integers into a bigint, which neither the column nor a JavaScript number is. */
const maxCount = 2 ** 31 - 1;

const expression = (column: string, aggregate: string): string =>
  aggregate === 'sum' ? `least(sum(${column}), ${maxCount})::int` : `${aggregate}(${column})`;

/** Aggregates several samples of one stream into one, for SELECT: each figure under its name in StreamMetric. */
export const sampleAggregates = Prisma.raw(
  metricFigures
    .map(({ column, property, aggregate }) => `${expression(column, aggregate)} AS "${property}"`)
    .join(', '),
);

/** The columns of the figures, in the order of {@link sampleAggregates}, for INSERT. */
export const figureColumns = Prisma.raw(metricFigures.map(({ column }) => column).join(', '));

/** The largest SMALLINT. */
const maxSmallint = 32_767;

/** Joins a figure's values, each as a signed number of 16 bits. */
const packed = (column: string, perUnit: number): string =>
  `string_agg(int2send(least(round(${column} * ${perUnit}), ${maxSmallint})::smallint), '') FILTER (WHERE ${column} IS NOT NULL)`;

/**
 * Reports need these facts of a minute beyond its figures. Each is an aggregate of {@link samplesWithIncreases}, by
 * column; a sample is one second of one stream.
 */
const facts = {
  live_seconds: 'count(*) FILTER (WHERE fps > 0)::int',
  live_kilobits: 'sum(bitrate_kbps) FILTER (WHERE fps > 0)',
  min_bitrate_kbps: 'min(bitrate_kbps) FILTER (WHERE fps > 0)',
  max_bitrate_kbps: 'max(bitrate_kbps) FILTER (WHERE fps > 0)',
  frames_lost: 'sum(frames_lost_now)::int',
  reconnects: 'sum(reconnects_now)::int',
  loss_percent_sum: 'sum(loss_percent)',
  loss_seconds: 'count(loss_percent)::int',
  latencies: packed('latency_ms', 1),
  loudness: packed('loudness_lufs', 100),
  short_terms: packed('short_term_lufs', 100),
};

/** For SELECT, each under the name of its column in stream_metric_minutes. */
export const minuteFacts = Prisma.raw(
  Object.entries(facts)
    .map(([column, sql]) => `${sql} AS ${column}`)
    .join(', '),
);

/** The columns of {@link minuteFacts}, in its order, for INSERT. */
export const minuteFactColumns = Prisma.raw(Object.keys(facts).join(', '));

/** By how much a counter has grown since the stream's sample before, however old that is. Each On restarts it at zero. */
const increase = (column: string): string => `
  CASE WHEN ${column} >= ${previous(column)} THEN ${column} - ${previous(column)} ELSE ${column} END`;

/** The subquery runs only for a stream's first sample of the range. */
const previous = (column: string): string => `
  coalesce(lag(${column}) OVER one_stream, (
    SELECT earlier.${column} FROM stream_metrics AS earlier
    WHERE earlier.stream_id = sample.stream_id AND earlier.recorded_at < sample.recorded_at
    ORDER BY earlier.recorded_at DESC LIMIT 1
  ))`;

const sampleColumns = Prisma.raw(metricFigures.map(({ column }) => `sample.${column}`).join(', '));
const increases = Prisma.raw(
  `${increase('dropped_frames')} AS frames_lost_now, ${increase('reconnect_count')} AS reconnects_now`,
);

/** Samples with the increase of their counters, as a subquery. @param where which ones, of `sample` */
export const samplesWithIncreases = (where: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT sample.stream_id, sample.organization_id, sample.recorded_at, ${sampleColumns}, ${increases}
  FROM stream_metrics AS sample WHERE ${where}
  WINDOW one_stream AS (PARTITION BY sample.stream_id ORDER BY sample.recorded_at))`;

/** A sample for the API and the cable; no figure has more than three decimals. */
export function serializeMetric(metric: StoredFigures & { recordedAt: Date }): MetricJson {
  const figures = metricFigures.map(({ name, property }) => [name, rounded(metric[property])]);
  return { ...Object.fromEntries(figures), recorded_at: metric.recordedAt.toISOString() } as MetricJson;
}

const rounded = (value: StoredFigures[keyof StoredFigures]) =>
  typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
