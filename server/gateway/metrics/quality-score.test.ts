import { describe, expect, test } from 'vitest';
import { SeededRandom } from '@/tests/support/random';
import { type QualityInput, qualityScore } from './quality-score';

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
