import { expect, test } from 'vitest';
import { RateMeter } from './rate-meter';

/** Adds ones at a steady rate. @returns when the rate was beyond the limit, in milliseconds from the start */
function run(limit: RateMeter, clock: { nowMs: number }, perSecond: number, seconds: number): number[] {
  const startMs = clock.nowMs;
  const beyond: number[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    clock.nowMs = startMs + (index * 1000) / perSecond;
    if (limit.add(1)) beyond.push(clock.nowMs - startMs);
  }
  clock.nowMs = startMs + seconds * 1000;
  return beyond;
}

function start() {
  const clock = { nowMs: 5_000 };
  return { clock, limit: new RateMeter(100, () => clock.nowMs) };
}

test('a rate that hovers at the limit is within it', () => {
  const { clock, limit } = start();
  for (const perSecond of [100, 103, 97, 104]) expect(run(limit, clock, perSecond, 3)).toEqual([]);
});

test('a rate just beyond the limit is reported after a second', () => {
  const { clock, limit } = start();
  const [first] = run(limit, clock, 110, 3);
  expect(first).toBeGreaterThan(990);
  expect(first).toBeLessThan(1_050);
  expect(limit.perSecond).toBeCloseTo(110, -0.5);
});

test('a flood is stopped within its first second', () => {
  const { clock, limit } = start();
  const beyond = run(limit, clock, 10_000, 2);
  expect(20_000 - beyond.length).toBe(125);
  expect(limit.perSecond).toBeGreaterThan(9_000);
});

test('an excess ends after a whole second within the limit', () => {
  const { clock, limit } = start();
  run(limit, clock, 1_000, 3);
  const beyond = run(limit, clock, 50, 5);
  expect(beyond.at(-1)).toBeGreaterThan(900);
  expect(beyond.at(-1)).toBeLessThan(2_100);
});

test('a pause counts as time without input', () => {
  const { clock, limit } = start();
  run(limit, clock, 1_000, 1);
  clock.nowMs += 60_000;
  expect(run(limit, clock, 100, 3)).toEqual([]);
});
