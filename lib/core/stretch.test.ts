import { expect, test } from 'vitest';
import { onAirStretches } from './stretch';

const always = { startMs: 0, endMs: Number.POSITIVE_INFINITY };
const at = (second: number, ...cameraIds: string[]) => ({ atMs: second * 1_000, cameraIds });

test('a camera is on air from the cut to it until the cut away from it', () => {
  const changes = [at(1, 'a'), at(4, 'b'), at(6, 'a', 'b'), at(8, 'a'), at(9)];
  expect(onAirStretches(changes, 'a', always)).toEqual([
    { startMs: 1_000, endMs: 4_000 },
    { startMs: 6_000, endMs: 9_000 },
  ]);
  expect(onAirStretches(changes, 'b', always)).toEqual([{ startMs: 4_000, endMs: 8_000 }]);
  expect(onAirStretches(changes, 'c', always)).toEqual([]);
});

test('one that nothing has taken off the air still is', () => {
  expect(onAirStretches([at(1, 'a')], 'a', always)).toEqual([{ startMs: 1_000, endMs: Number.POSITIVE_INFINITY }]);
});

test('what lies outside of a range is cut off', () => {
  const changes = [at(1, 'a'), at(4), at(6, 'a')];
  expect(onAirStretches(changes, 'a', { startMs: 2_000, endMs: 7_000 })).toEqual([
    { startMs: 2_000, endMs: 4_000 },
    { startMs: 6_000, endMs: 7_000 },
  ]);
});
