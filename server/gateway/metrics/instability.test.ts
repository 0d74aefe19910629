import { expect, test } from 'vitest';
import { instability } from './instability';

test.each<[string, number[], number]>([
  ['nothing', [], 0],
  ['one figure', [30], 0],
  ['steady figures', [30, 30, 30], 0],
  ['none at all', [0, 0, 0], 1],
  ['half of the figures gone', [30, 0, 30, 0], 1],
  ['a tenth up and down', [27, 33, 27, 33], 0.1],
  ['one great peak among nothing', [0, 0, 0, 0, 0, 0, 300], 1],
])('%s', (_, values, expected) => {
  expect(instability(values)).toBeCloseTo(expected, 6);
});
