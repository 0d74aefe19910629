import { expect, test } from 'vitest';
import { type LatencyChoice, latencyMsOf, latencyTermsOf } from './srt-latency';

test.each<[LatencyChoice, number | null, number]>([
  ['local', null, 20],
  ['local', 400, 20],
  ['internet', null, 120],
  ['internet', 400, 120],
  ['mobile', null, 250],
  ['mobile', 62, 250],
  ['mobile', 63, 260],
  ['mobile', 80, 320],
  ['mobile', 30_000, 8_000],
  [500, 80, 500],
])('%s with a round trip of %s ms is %d ms', (choice, rttMs, latencyMs) => {
  expect(latencyMsOf(choice, rttMs)).toBe(latencyMs);
});

test.each<[LatencyChoice, number, number]>([
  ['local', 20, 20],
  ['internet', 120, 20],
  ['mobile', 320, 320],
  [500, 500, 500],
])('with %s a caller that asks for none gets %d ms, and none gets less than %d ms', (choice, defaultMs, minMs) => {
  expect(latencyTermsOf(choice, 80)).toEqual({ defaultMs, minMs });
});
