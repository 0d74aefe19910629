import { describe, expect, test } from 'vitest';
import { SeededRandom } from '@/tests/support/random';
import { instability, nextAlert, noAlert, type QualityInput, qualityScore } from './quality';

const perfect: QualityInput = { lossPercent: 0, fpsInstability: 0, bitrateInstability: 0, latencyMs: 120 };

test.each<[string, Partial<QualityInput>, number]>([
  ['a good feed', {}, 100],
  [
    'the figures of any good link',
    { lossPercent: 0.1, fpsInstability: 0.05, bitrateInstability: 0.4, latencyMs: 500 },
    100,
  ],
  ['1 % loss', { lossPercent: 1 }, 96],
  ['5 % loss', { lossPercent: 5 }, 78],
  ['10 % loss', { lossPercent: 10 }, 55],
  ['a frame rate that halves and recovers', { fpsInstability: 0.33 }, 78],
  ['no frames', { fpsInstability: 1 }, 65],
  ['no frames, no bytes', { fpsInstability: 1, bitrateInstability: 1 }, 55],
  ['two seconds of latency', { latencyMs: 2_000 }, 94],
  ['every figure at its worst', { lossPercent: 100, fpsInstability: 1, bitrateInstability: 1, latencyMs: 60_000 }, 0],
])('%s', (_, input, score) => {
  expect(Math.round(qualityScore({ ...perfect, ...input }))).toBe(score);
});

/** Numbers from 0 up to 1, the same in every run. */
function uniform(seed: number): () => number {
  const source = new SeededRandom(seed);
  return () => source.integer(2 ** 30) / 2 ** 30;
}

describe('for any input', () => {
  const random = uniform(15);
  const spans: QualityInput = { lossPercent: 20, fpsInstability: 1.2, bitrateInstability: 1.2, latencyMs: 5_000 };
  const names = Object.keys(spans) as (keyof QualityInput)[];
  const draw = () => Object.fromEntries(names.map((name) => [name, random() * spans[name]])) as unknown as QualityInput;

  test('the score is from 0 to 100, and never grows when a figure gets worse', () => {
    for (let count = 0; count < 2_000; count++) {
      const input = draw();
      const score = qualityScore(input);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(100);
      for (const name of names) {
        const worse = { ...input, [name]: input[name] + random() * spans[name] };
        expect(qualityScore(worse), `${name} of ${JSON.stringify(input)}`).toBeLessThanOrEqual(score);
      }
    }
  });
});

test.each<[string, number[], number]>([
  ['nothing', [], 0],
  ['one figure', [30], 0],
  ['steady figures', [30, 30, 30], 0],
  ['all zeros', [0, 0, 0], 1],
  ['every other figure zero', [30, 0, 30, 0], 1],
  ['a tenth up and down', [27, 33, 27, 33], 0.1],
  ['one peak among zeros', [0, 0, 0, 0, 0, 0, 300], 1],
])('%s', (_, values, expected) => {
  expect(instability(values)).toBeCloseTo(expected, 6);
});

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
