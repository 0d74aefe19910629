import type { MetricJson } from '@/lib/contracts/metrics';

/** How many samples of a stream are kept (spec, section 9). */
export const keptSamples = 100;

/** The samples with one more, without the oldest. A sample that is not newer than the last one is already included. */
export function appendSample(samples: MetricJson[], sample: MetricJson): MetricJson[] {
  const last = samples.at(-1);
  return last && last.recorded_at >= sample.recorded_at ? samples : [...samples, sample].slice(-keptSamples);
}
