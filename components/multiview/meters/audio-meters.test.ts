import { expect, test } from 'vitest';
import { meterLevel, settledLevel } from './audio-meters';

test.each([
  ['full scale', 1, 1],
  ['more than full scale', 1.4, 1],
  ['−20 dBFS', 0.1, 2 / 3],
  ['−60 dBFS', 0.001, 0],
  ['below the scale', 0.00001, 0],
  ['silence', 0, 0],
])('%s', (_, peak, height) => {
  expect(meterLevel(peak)).toBeCloseTo(height, 10);
});

test('a meter rises at once and falls 20 dB in 1.7 s', () => {
  expect(settledLevel(0.2, 0.9, 16)).toBe(0.9);
  expect(settledLevel(1, 0, 1_700)).toBeCloseTo(2 / 3, 10);
  expect(settledLevel(0.01, 0, 1_700)).toBe(0);
});
