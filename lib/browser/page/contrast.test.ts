import { expect, test } from 'vitest';
import { contrast, rgbOfHex } from './contrast';

test.each([
  [[0, 0, 0], [255, 255, 255], 21],
  [[255, 255, 255], [0, 0, 0], 21],
  [[119, 119, 119], [255, 255, 255], 4.48],
  [[12, 34, 56], [12, 34, 56], 1],
] as const)('%j on %j', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2);
});

test('reads a color from its hexadecimal notation', () => {
  expect(rgbOfHex('#1f6fEb')).toEqual([31, 111, 235]);
});
