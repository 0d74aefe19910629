import { expect, test } from 'vitest';
import { instability } from './instability';

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
