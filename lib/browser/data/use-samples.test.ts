import { expect, test } from 'vitest';
import type { MetricJson } from '@/lib/contracts/metrics';
import { appendSample, keptSamples } from './use-samples';

const at = (second: number) => ({ recorded_at: new Date(second * 1000).toISOString() }) as MetricJson;

test('keeps the newest 100 samples', () => {
  const full = Array.from({ length: keptSamples }, (_, second) => at(second));
  const samples = appendSample(full, at(keptSamples));
  expect(samples).toHaveLength(keptSamples);
  expect(samples[0]).toEqual(at(1));
  expect(samples.at(-1)).toEqual(at(keptSamples));
});

test('does not add a sample twice', () => {
  const samples = [at(1), at(2)];
  expect(appendSample(samples, at(2))).toBe(samples);
  expect(appendSample(samples, at(1))).toBe(samples);
});
