import { expect, test } from 'vitest';
import { type ScaledPlan, soundWaysMs } from './sound-ways';

/** 40 m by 20 m; the stage is in the middle of the left wall. */
const plan: ScaledPlan = { width: 2_000, height: 1_000, widthM: 40, soundPlace: { x: 0, y: 0.5 } };

test('sound takes 3 ms a meter, along both sides of the plan', () => {
  const ways = soundWaysMs(plan, [
    { x: 0, y: 0.5 },
    { x: 0.5, y: 0.5 },
    { x: 0, y: 1 },
    { x: 0.75, y: 0.5 + 0.75 * 0.5 },
  ]);
  const meters = [0, 20, 10, Math.hypot(30, 7.5)];
  expect(ways.map((ms) => ms.toFixed(2))).toEqual(meters.map((m) => (m / 0.343).toFixed(2)));
});

test('a camera without a place counts as far away as the middle one of the others; without any, none has a way', () => {
  const places = [0.25, 0.5, 0.75].map((x) => ({ x, y: 0.5 }));
  const [, middleMs, , nowhereMs] = soundWaysMs(plan, [...places, null]);
  expect(nowhereMs).toBe(middleMs);
  expect(soundWaysMs(plan, [null, null])).toEqual([0, 0]);
});
