import { expect, test } from 'vitest';
import { SteadyRoundTrip } from './steady-round-trip';

function roundTripOf(seconds: (number | null)[]): SteadyRoundTrip {
  const roundTrip = new SteadyRoundTrip();
  for (const rttMs of seconds) roundTrip.note(rttMs);
  return roundTrip;
}

const steady = (rttMs: number) => Array<number>(10).fill(rttMs);

test('is known after ten seconds of a connection', () => {
  expect(roundTripOf(steady(80).slice(1)).changeFrom(null)).toBeNull();
  expect(roundTripOf([...steady(80).slice(1), null, ...steady(80).slice(1)]).changeFrom(null)).toBeNull();
  expect(roundTripOf(steady(79.2)).changeFrom(null)).toBe(80);
});

test('a few slow seconds are no change', () => {
  expect(roundTripOf([...steady(80), 900, 900, 900]).changeFrom(80)).toBeNull();
});

test.each([
  [80, 99, null],
  [80, 100, 100],
  [80, 60, 60],
  [2, 6, null],
  [2, 7, 7],
])('after %d ms, %d ms count as %s', (knownMs, rttMs, change) => {
  expect(roundTripOf(steady(rttMs)).changeFrom(knownMs)).toBe(change);
});
