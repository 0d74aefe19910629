import { expect, test } from 'vitest';
import { usualRateOf } from './frame-rate';
import { frameOfDay, timeCodeOf } from './time-code';

test.each([
  [29.9, { num: 30_000, den: 1_001 }],
  [30.001, { num: 30, den: 1 }],
  [25.2, { num: 25, den: 1 }],
  [59.95, { num: 60_000, den: 1_001 }],
  [15, { num: 15, den: 1 }],
  [0, { num: 30, den: 1 }],
  [Number.NaN, { num: 30, den: 1 }],
])('a measured rate of %d', (fps, rate) => {
  expect(usualRateOf(fps)).toEqual(rate);
});

test.each([
  [0, 30, '00:00:00:00'],
  [25 * 3_661 + 7, 25, '01:01:01:07'],
  [1_799, 30_000 / 1_001, '00:00:59;29'],
  [1_800, 30_000 / 1_001, '00:01:00;02'],
  [17_981, 30_000 / 1_001, '00:09:59;29'],
  [17_982, 30_000 / 1_001, '00:10:00;00'],
  [3_600, 60_000 / 1_001, '00:01:00;04'],
])('frame %d of a day at %d a second', (frames, fps, expected) => {
  expect(timeCodeOf(frames, usualRateOf(fps))).toBe(expected);
});

test('time code keeps to the clock at 29.97, too', () => {
  const wallUs = Date.UTC(2026, 10, 27, 18, 30, 0) * 1_000;
  for (const fps of [25, 29.97, 59.94]) {
    const rate = usualRateOf(fps);
    expect(timeCodeOf(frameOfDay(wallUs, rate), rate)).toMatch(/^18:30:00[:;]0[0-4]$/);
  }
});
