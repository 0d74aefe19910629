import { expect, test } from 'vitest';
import { commonStretches, joinStretches, lengthMs, onAirStretches } from './stretch';

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

const stretch = (startMs: number, endMs: number) => ({ startMs, endMs });

test.each([
  ['none', [], []],
  ['apart, in any order', [stretch(5, 6), stretch(1, 2)], [stretch(1, 2), stretch(5, 6)]],
  ['that touch', [stretch(1, 2), stretch(2, 3)], [stretch(1, 3)]],
  ['that overlap', [stretch(1, 4), stretch(2, 6), stretch(3, 5)], [stretch(1, 6)]],
])('joins stretches: %s', (_, stretches, joined) => {
  expect(joinStretches(stretches)).toEqual(joined);
});

test('what two lists of stretches have in common, and its length', () => {
  const common = commonStretches([stretch(0, 4), stretch(6, 9)], [stretch(2, 7), stretch(8, 20), stretch(30, 31)]);
  expect(common).toEqual([stretch(2, 4), stretch(6, 7), stretch(8, 9)]);
  expect(lengthMs(common)).toBe(4);
});
