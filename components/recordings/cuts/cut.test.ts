import { expect, test } from 'vitest';
import type { TallyChangeJson } from '@/lib/contracts/tally/tally';
import { type Cut, cutIndexAt, cutsOf, programStretches, withCamera, withCut, withMoved, withoutCut } from './cut';

const session = { startMs: 1_000, endMs: 11_000 };
const change = (atMs: number, ...program: string[]): TallyChangeJson => ({
  id: String(atMs),
  type: 'tally_change',
  attributes: { occurred_at: new Date(atMs).toISOString(), program, preview: [] },
});
const cut = (atMs: number, cameraId: string | null): Cut => ({ atMs, cameraId });
const cuts = [cut(2_000, 'a'), cut(4_000, 'b'), cut(6_000, 'a')];

test.each([
  ['nothing', [], []],
  ['a cut before the show', [change(0, 'a')], [cut(1_000, 'a')]],
  ['two cuts before the show: the later', [change(0, 'a'), change(500, 'b')], [cut(1_000, 'b')]],
  ['a cut after its end', [change(2_000, 'a'), change(12_000, 'b')], [cut(2_000, 'a')]],
  ['a mix: the first that the show has', [change(2_000, 'x', 'b', 'a')], [cut(2_000, 'b')]],
  ['a camera that it does not have', [change(2_000, 'a'), change(3_000, 'x')], [cut(2_000, 'a'), cut(3_000, null)]],
  ['nothing on air at first', [change(2_000), change(3_000, 'a')], [cut(3_000, 'a')]],
  ['a change of preview alone', [change(2_000, 'a'), change(3_000, 'a')], [cut(2_000, 'a')]],
])('cuts of %s', (_, changes, expected) => {
  expect(cutsOf(changes, ['a', 'b'], session)).toEqual(expected);
});

test('finds the cut of a moment', () => {
  expect([1_999, 2_000, 3_999, 4_000, 9_000].map((ms) => cutIndexAt(cuts, ms))).toEqual([-1, 0, 0, 1, 2]);
  expect(cutIndexAt([], 0)).toBe(-1);
});

test('knows when a camera is the program', () => {
  expect(programStretches(cuts, 'a', session)).toEqual([
    { startMs: 2_000, endMs: 4_000 },
    { startMs: 6_000, endMs: 11_000 },
  ]);
  expect(programStretches(cuts, 'x', session)).toEqual([]);
});

test('cuts anew: a cut to the same camera is none, and one at the same moment replaces it', () => {
  expect(withCut(cuts, 5_000, 'a')).toEqual([cut(2_000, 'a'), cut(4_000, 'b'), cut(5_000, 'a')]);
  expect(withCut(cuts, 3_000, 'a')).toEqual(cuts);
  expect(withCut(cuts, 4_000, 'c')).toEqual([cut(2_000, 'a'), cut(4_000, 'c'), cut(6_000, 'a')]);
  expect(withCut([], 4_000, 'c')).toEqual([cut(4_000, 'c')]);
});

test('moves a cut between its neighbours', () => {
  const at = (ms: number) => withMoved(cuts, 1, ms, session)[1]?.atMs;
  expect([3_000, 0, 60_000].map(at)).toEqual([3_000, 2_040, 5_960]);
  expect(withMoved(cuts, 0, 0, session)[0]?.atMs).toBe(1_000);
  expect(withMoved(cuts, 2, 60_000, session)[2]?.atMs).toBe(10_960);
});

test('removes a cut, and joins what is the same then', () => {
  expect(withoutCut(cuts, 1)).toEqual([cut(2_000, 'a')]);
  expect(withCamera(cuts, 1, 'a')).toEqual([cut(2_000, 'a')]);
  expect(withCamera(cuts, 2, 'c')).toEqual([cut(2_000, 'a'), cut(4_000, 'b'), cut(6_000, 'c')]);
});
