import { expect, test } from 'vitest';
import { AccessUnitTiming } from './access-unit-timing';

const both = (ticks: number) => ({ pts: ticks, dts: ticks });

test('continues with the latest step', () => {
  const timing = new AccessUnitTiming();
  expect(timing.follow({ pts: 9_000, dts: 3_000 })).toEqual({ pts: 9_000, dts: 3_000 });
  expect(timing.follow({ pts: 6_000, dts: 6_000 })).toEqual(both(6_000));
  expect([timing.next(), timing.next()]).toEqual([both(9_000), both(12_000)]);
});

test('learns the step from timestamps with packets without between them', () => {
  const timing = new AccessUnitTiming();
  timing.follow(both(0));
  expect([timing.next(), timing.next()]).toEqual([null, null]);
  timing.follow(both(4_500));
  expect([timing.next(), timing.next()]).toEqual([both(6_000), both(7_500)]);
});

test('wraps like the clock', () => {
  const timing = new AccessUnitTiming();
  timing.follow(both(2 ** 33 - 6_000));
  timing.follow(both(2 ** 33 - 3_000));
  expect([timing.next(), timing.next()]).toEqual([both(0), both(3_000)]);
});

test('knows no step before the first timestamps, after a gap, or from a jump', () => {
  const timing = new AccessUnitTiming();
  expect(timing.next()).toBeNull();
  timing.follow(both(0));
  timing.follow(both(3_000));
  timing.interrupt();
  expect(timing.next()).toBeNull();
  timing.follow(both(500_000));
  timing.follow(both(800_000));
  expect(timing.next()).toEqual(both(803_000));
});
