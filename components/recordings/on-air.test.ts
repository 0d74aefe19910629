import { expect, test } from 'vitest';
import type { TallyChangeJson } from '@/lib/contracts/tally/tally';
import { onAirStretches } from './on-air';

const at = (second: number, ...program: string[]): TallyChangeJson => ({
  id: `change ${second}`,
  type: 'tally_change',
  attributes: { occurred_at: new Date(second * 1_000).toISOString(), program, preview: [] },
});

test('a camera is on air from the cut to it until the cut away from it', () => {
  const changes = [at(1, 'a'), at(4, 'b'), at(6, 'a', 'b'), at(8, 'a'), at(9)];
  expect(onAirStretches(changes, 'a')).toEqual([
    { startMs: 1_000, endMs: 4_000 },
    { startMs: 6_000, endMs: 9_000 },
  ]);
  expect(onAirStretches(changes, 'b')).toEqual([{ startMs: 4_000, endMs: 8_000 }]);
  expect(onAirStretches(changes, 'c')).toEqual([]);
});

test('one that nothing has taken off the air still is', () => {
  expect(onAirStretches([at(1, 'a')], 'a')).toEqual([{ startMs: 1_000, endMs: Number.POSITIVE_INFINITY }]);
});
