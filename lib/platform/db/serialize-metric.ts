import { metricFigures, type StoredFigures } from '@/lib/contracts/metric-figures';
import type { MetricJson } from '@/lib/contracts/metrics';

/** A sample for the API and the cable; no figure has more than three decimals. */
export function serializeMetric(metric: StoredFigures & { recordedAt: Date }): MetricJson {
  const figures = metricFigures.map(({ name, property }) => [name, rounded(metric[property])]);
  return { ...Object.fromEntries(figures), recorded_at: metric.recordedAt.toISOString() } as MetricJson;
}

const rounded = (value: StoredFigures[keyof StoredFigures]) =>
  typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
