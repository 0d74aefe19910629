import { expect, test } from 'vitest';
import { StartPace } from './start-pace';

function makePace() {
  const time = { nowMs: 1_000 };
  const pace = new StartPace({ nowMs: () => time.nowMs });
  return { time, pace };
}

test('75 new generations within 30 seconds start nine workers, the last of them among these', () => {
  const { time, pace } = makePace();
  const started: number[] = [];
  for (let passMs = 0; passMs <= 40_000; passMs += 100) {
    const generation = Math.min(75, Math.floor(passMs / 400) + 1);
    if (started.at(-1) !== generation && pace.admits('stream', generation)) started.push(generation);
    time.nowMs += 100;
  }
  expect(started).toHaveLength(3 + 6);
  expect(started.at(-1)).toBe(75);
});

test('a worker of the same generation starts again at once, however often', () => {
  const { pace } = makePace();
  expect(Array.from({ length: 20 }, () => pace.admits('stream', 1))).not.toContain(false);
});

test('streams do not slow each other down', () => {
  const { pace } = makePace();
  for (let generation = 1; generation < 10; generation++) pace.admits('one', generation);
  expect(pace.admits('one', 10)).toBe(false);
  expect(pace.admits('other', 1)).toBe(true);
});

test('a rest brings the whole burst back', () => {
  const { time, pace } = makePace();
  const admitted = (first: number) => [0, 1, 2, 3].map((index) => pace.admits('stream', first + index));
  expect(admitted(1)).toEqual([true, true, true, false]);
  time.nowMs += 15_000;
  expect(admitted(11)).toEqual([true, true, true, false]);
});
