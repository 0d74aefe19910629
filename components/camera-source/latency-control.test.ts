import { expect, test } from 'vitest';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import { latencyEffect, latencyOptions } from './latency-control';

const stream = (latency: LatencyChoice, rtt_ms: number | null) =>
  ({ attributes: { latency, rtt_ms } }) as MemberStreamJson;

test.each<[LatencyChoice, number | null, string, string]>([
  ['internet', null, 'Mobile (250 ms)', 'Custom…'],
  ['mobile', 80, 'Mobile (320 ms)', 'Custom…'],
  [400, 80, 'Mobile (320 ms)', 'Custom (400 ms)'],
])('%s with a round trip of %s ms offers %s and %s', (latency, rttMs, mobile, custom) => {
  const texts = latencyOptions(stream(latency, rttMs)).map(({ text }) => text);
  expect(texts).toEqual(['Local network (20 ms)', 'Internet (120 ms)', mobile, custom]);
});

test('a choice that this page does not know is shown as it is', () => {
  const [option] = latencyOptions(stream('satellite' as LatencyChoice, null));
  expect(option).toEqual({ kind: 'satellite', text: 'satellite' });
});

test('who decides is said, and by which round trip', () => {
  expect(latencyEffect(stream('local', 80))).toMatch(/^Enter the new address in the encoder/);
  expect(latencyEffect(stream(400, 80))).toMatch(/even if it asks for less/);
  expect(latencyEffect(stream('mobile', null))).toMatch(/not measured yet.*even if it asks for less/);
  expect(latencyEffect(stream('mobile', 80))).toMatch(/\(80 ms\).*even if it asks for less/);
});
