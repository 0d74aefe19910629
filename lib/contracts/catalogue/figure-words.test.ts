import { expect, test } from 'vitest';
import { durationWords, figureWords } from './figure-words';

test.each([
  [400, '1 s'],
  [12_300, '12 s'],
  [185_000, '3 min 5 s'],
  [7_380_000, '2 h 3 min'],
])('%d ms', (durationMs, words) => {
  expect(durationWords(durationMs)).toBe(words);
});

test.each([
  [1_234.56, 0, '1,235'],
  [1_234.56, 1, '1,234.6'],
  [5, 1, '5.0'],
  [-60, 0, '−60'],
] as const)('%d with %d decimals', (value, decimals, words) => {
  expect(figureWords(value, decimals)).toBe(words);
});
