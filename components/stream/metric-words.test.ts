import { expect, test } from 'vitest';
import type { MetricJson } from '@/lib/contracts/metrics';
import { figure, healthLine, latencyParts, metrics } from './metric-words';

const sample = (values: Partial<MetricJson>) => ({ latency_ms: null, ...values }) as MetricJson;

test('figures have a unit and a fixed number of decimals', () => {
  expect(figure(29.97, { decimals: 1, unit: 'fps' })).toBe('30.0 fps');
  expect(figure(12_345, { decimals: 0, unit: 'ms' })).toBe('12,345 ms');
  expect(figure(0, { decimals: 0, unit: '' })).toBe('0');
  expect(figure(null, { decimals: 0, unit: 'ms' })).toBe('–');
});

test('the health line leaves out what was not measured', () => {
  expect(healthLine(sample({ fps: 29.97, bitrate: 2051 }), null)).toBe('30.0 fps · 2.1 Mbit/s');
  const computed = sample({ fps: 25, bitrate: 640, latency_ms: 212.4 });
  expect(healthLine(computed, null)).toBe('25.0 fps · 0.6 Mbit/s · 212 ms to the server');
  expect(healthLine(computed, 178)).toBe('25.0 fps · 0.6 Mbit/s · 178 ms behind live');
});

test('the parts of a latency say where each begins and ends', () => {
  const computed = sample({ latency_ms: 212.4 });
  expect(latencyParts(computed, 178)).toBe(
    '178 ms from our input to this screen · 212 ms from the encoder to the server',
  );
  expect(latencyParts(computed, 240, 'encoder')).toMatch(/^240 ms from the encoder to this screen · /);
  expect(latencyParts(computed, null)).toBe('212 ms from the encoder to the server');
  expect(latencyParts(sample({}), null)).toBe('');
});

test('each chart reads its figure of a sample', () => {
  const all = {
    fps: 30,
    bitrate: 4000,
    latency_ms: 137,
    dropped_frames: 8,
    rtt_ms: 31,
    jitter_ms: 2,
    loss_percent: 0.4,
  };
  const before = sample({ ...all, dropped_frames: 2, recorded_at: '2026-01-01T12:00:00.000Z' });
  const now = sample({ ...all, recorded_at: '2026-01-01T12:00:03.000Z' });
  expect(metrics.map(({ read }) => read(now, before))).toEqual([30, 4, 137, 2, 31, 2, 0.4]);
});

test.each([
  ['the first of all', 5, undefined, null],
  ['after a gap', 5, undefined, null],
  ['the first that was measured', 5, null, null],
  ['with none more', 5, 5, 0],
  ['after a new start', 4, 9, 2],
  ['that was not measured', null, 5, null],
])('dropped frames per second of a sample: %s', (_, count, former, perSecond) => {
  const before =
    former === undefined ? undefined : sample({ dropped_frames: former, recorded_at: '2026-01-01T12:00:00.000Z' });
  const now = sample({ dropped_frames: count, recorded_at: '2026-01-01T12:00:02.000Z' });
  expect(metrics.find(({ name }) => name === 'Dropped frames')?.read(now, before)).toBe(perSecond);
});

test('limits: of the latency, of the round trip by the latency, and of the loss', () => {
  expect(metrics.map(({ limit }) => limit?.(120))).toEqual([undefined, undefined, 500, undefined, 30, undefined, 1]);
});
