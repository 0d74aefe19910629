import { describe, expect, test } from 'vitest';
import { SeededRandom } from '@/tests/support/random';
import { nextAlert, noAlert } from './alert-level';

/** The level after each score. */
function levels(scores: number[]): string[] {
  let state = noAlert;
  return scores.map((score) => {
    state = nextAlert(state, score);
    return state.level;
  });
}

const times = (count: number, score: number): number[] => Array.from({ length: count }, () => score);
const changesOf = (all: string[]) => all.filter((level, index) => level !== (all[index - 1] ?? 'healthy')).length;

test.each<[string, number[], string]>([
  ['a good score', times(20, 95), 'healthy'],
  ['two bad seconds', times(2, 10), 'healthy'],
  ['three seconds at the first limit', times(3, 80), 'warning'],
  ['three seconds at the second limit', times(3, 60), 'critical'],
  ['bad seconds with a good one between', [50, 50, 95, 50, 50], 'healthy'],
  ['nine good seconds after an alert', [...times(3, 70), ...times(9, 100)], 'warning'],
  ['ten good seconds after an alert', [...times(3, 70), ...times(10, 100)], 'healthy'],
  ['a score just above the limit', [...times(3, 70), ...times(60, 85)], 'warning'],
  ['a fair score after a critical one', [...times(3, 40), ...times(10, 70)], 'warning'],
  ['a good score after a critical one', [...times(3, 40), ...times(10, 95)], 'healthy'],
])('%s', (_, scores, level) => {
  expect(levels(scores).at(-1)).toBe(level);
});

/** Numbers from 0 up to 1, the same in every run. */
function uniform(seed: number): () => number {
  const source = new SeededRandom(seed);
  return () => source.integer(2 ** 30) / 2 ** 30;
}

describe('noise', () => {
  test.each([80, 60])('around the limit of %i changes the level at most once', (limit) => {
    const random = uniform(limit);
    for (let run = 0; run < 100; run++) {
      const scores = Array.from({ length: 600 }, () => limit - 4 + random() * 9);
      const start = limit === 60 ? times(3, 70) : [];
      expect(changesOf(levels([...start, ...scores]).slice(start.length + 1))).toBeLessThanOrEqual(2);
    }
  });

  test('of any size never moves the level up and down within ten seconds', () => {
    const random = uniform(7);
    const all = levels(Array.from({ length: 20_000 }, () => random() * 100));
    const rank = { healthy: 0, warning: 1, critical: 2 } as Record<string, number>;
    let raisedAt = Number.NEGATIVE_INFINITY;
    for (const [index, level] of all.entries()) {
      const change = (rank[level] ?? 0) - (rank[all[index - 1] ?? 'healthy'] ?? 0);
      if (change > 0) raisedAt = index;
      if (change < 0) expect(index - raisedAt).toBeGreaterThanOrEqual(10);
    }
  });
});
