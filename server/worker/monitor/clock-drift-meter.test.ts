import { beforeEach, describe, expect, test } from 'vitest';
import { ClockDriftMeter } from './clock-drift-meter';

const frameMs = 40;
let meter: ClockDriftMeter;
let sentMs: number;

beforeEach(() => {
  meter = new ClockDriftMeter();
  sentMs = 0;
});

/** Deterministic, and uneven enough: the fractions of the golden ratio's multiples. */
const unevenly = (index: number): number => (index * 0.618_033_988_75) % 1;

interface Way {
  ppm?: number;
  jitterMs?: number;
  delayMs?: (sentMs: number) => number;
  originTicks?: number;
}

function send(seconds: number, { ppm = 0, jitterMs = 0, delayMs = () => 0, originTicks = 0 }: Way = {}): void {
  for (const untilMs = sentMs + seconds * 1_000; sentMs < untilMs; sentMs += frameMs) {
    const ticks = Math.round(originTicks + sentMs * 90 * (1 + ppm / 1e6)) % 2 ** 33;
    meter.addTimestamp(ticks, sentMs + delayMs(sentMs) + jitterMs * unevenly(sentMs / frameMs));
  }
}

test('there is no result in the first seconds', () => {
  send(10, { ppm: 2_000 });
  expect(meter.drift).toBeNull();
});

describe.each([-1_000, -200, 0, 200, 1_000])('a clock that is %i ppm off', (ppm) => {
  test.each<[string, Way]>([
    ['on an even way', {}],
    ['through 30 ms of jitter', { jitterMs: 30 }],
    ['across the wrap of its timestamps', { originTicks: 2 ** 33 - 90_000 * 60 }],
  ])('is found %s', (_, way) => {
    send(300, { ppm, ...way });
    expect(meter.drift?.errorPpm).toBeLessThan(50);
    expect(Math.abs((meter.drift?.ppm ?? 0) - ppm)).toBeLessThan(meter.drift?.errorPpm ?? 0);
  });
});

test('a strong drift shows after a quarter of a minute', () => {
  send(19, { ppm: 2_000 });
  expect(meter.drift?.ppm).toBeCloseTo(2_000, -1);
  expect(meter.drift?.errorPpm).toBeLessThan(1_000);
});

test.each<[string, (sentMs: number) => number]>([
  ['a delay that has grown by a step', (at) => (at > 30_000 ? 100 : 0)],
  ['load that holds access units back for twenty seconds', (at) => (at > 20_000 && at < 40_000 ? 150 : 0)],
])('%s is no drift', (_, delayMs) => {
  for (let second = 0; second < 60; second++) {
    send(1, { delayMs });
    const { ppm, errorPpm } = meter.drift ?? { ppm: 0, errorPpm: 0 };
    expect(Math.abs(ppm) - errorPpm, `after ${second} s`).toBeLessThan(100);
  }
});

test('a restarted encoder is measured again', () => {
  send(60, { ppm: 1_000 });
  send(10, { originTicks: 90_000 * 500 });
  expect(meter.drift).toBeNull();
});
