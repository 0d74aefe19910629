import { expect, test } from 'vitest';
import { groupBySound, type HeardPair } from './group-by-sound';

/** Pairs of cameras whose clocks are so late, each with an error of its own. */
function pairsOf(lateMs: Record<string, number>, errorMs = 1): HeardPair[] {
  const ids = Object.keys(lateMs);
  return ids.flatMap((first, index) =>
    ids.slice(index + 1).map((second, other) => {
      const error = errorMs * ((index + other) % 2 === 0 ? 1 : -1);
      return { first, second, ms: (lateMs[second] ?? 0) - (lateMs[first] ?? 0) + error, uncertaintyMs: 2 };
    }),
  );
}

const shiftsOf = (groups: ReturnType<typeof groupBySound>) =>
  groups.map((group) => Object.fromEntries(group.map(({ id, shiftMs }) => [id, Math.round(shiftMs / 5) * 5])));

test('brings a hall in step with the camera in its middle', () => {
  const heard = groupBySound(pairsOf({ a: 0, b: 60, c: 80, d: 1_300, e: 90 }));
  expect(shiftsOf(heard)).toEqual([{ a: 80, b: 20, c: 0, d: -1_220, e: -10 }]);
});

test('two halls are two groups, and a camera that nobody else hears is in none', () => {
  const heard = groupBySound([...pairsOf({ a: 0, b: 100, c: 200 }), ...pairsOf({ x: 500, y: 700, z: 800 })]);
  expect(shiftsOf(heard)).toEqual([
    { a: 100, b: 0, c: -100 },
    { x: 200, y: 0, z: -100 },
  ]);
  expect(groupBySound([])).toEqual([]);
});

test('drops a pair that contradicts the others', () => {
  const pairs = pairsOf({ a: 0, b: 100, c: 200, d: 300 });
  const heard = groupBySound(pairs.map((pair, index) => (index === 1 ? { ...pair, ms: pair.ms + 900 } : pair)));
  expect(shiftsOf(heard)).toEqual([{ a: 200, b: 100, c: 0, d: -100 }]);
});

test('trusts a sure pair more than an unsure one', () => {
  const [sure, unsure] = [1, 6];
  const [group] = groupBySound([
    { first: 'a', second: 'b', ms: 100, uncertaintyMs: sure },
    { first: 'b', second: 'c', ms: 100, uncertaintyMs: sure },
    { first: 'a', second: 'c', ms: 212, uncertaintyMs: unsure },
  ]);
  expect(group?.find(({ id }) => id === 'a')?.shiftMs).toBeCloseTo(100, 0);
});

test('keeps the reference of an earlier time, whoever joins or leaves', () => {
  const before = new Map([
    ['a', 0],
    ['b', -100],
  ]);
  const heard = groupBySound(pairsOf({ b: 100, c: 900, d: 1_000, e: 1_100 }), before);
  expect(shiftsOf(heard)).toEqual([{ b: -100, c: -900, d: -1_000, e: -1_100 }]);
});

test('moves no camera by more than three seconds', () => {
  const heard = groupBySound([
    { first: 'a', second: 'b', ms: 2_000, uncertaintyMs: 1 },
    { first: 'b', second: 'c', ms: 100, uncertaintyMs: 1 },
    { first: 'c', second: 'd', ms: 2_000, uncertaintyMs: 1 },
    { first: 'd', second: 'e', ms: 2_000, uncertaintyMs: 1 },
  ]);
  expect(shiftsOf(heard)).toEqual([{ a: 2_100, b: 100, c: 0, d: -2_000 }]);
});
