import { expect, test } from 'vitest';
import { formatCount } from './format-count';

test.each([
  [0, '0:00'],
  [3, '0:03'],
  [65, '1:05'],
  [725, '12:05'],
  [3_607, '1:00:07'],
  [90_000, '25:00:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatCount(seconds)).toBe(text);
});
