import { expect, test } from 'vitest';
import { TypedNumber } from './typed-number';

/**
 * @param cameras their numbers, or how many there are
 * @param typed digits with the time of each in ms
 */
const type = (cameras: number | number[], ...typed: [digit: number, atMs: number][]) => {
  const exists = (wanted: number) =>
    typeof cameras === 'number' ? wanted >= 1 && wanted <= cameras : cameras.includes(wanted);
  const number = new TypedNumber();
  return typed.map(([digit, atMs]) => {
    const read = number.add(digit, exists, atMs);
    return read && (read.isCorrection ? `→${read.number}` : `${read.number}`);
  });
};

test.each<[string, number | number[], [number, number][], (string | null)[]]>([
  ['one digit counts at once', 16, [[3, 0]], ['3']],
  [
    'a second one soon after corrects it',
    16,
    [
      [1, 0],
      [2, 300],
    ],
    ['1', '→12'],
  ],
  [
    'zero is a second digit',
    30,
    [
      [2, 0],
      [0, 300],
    ],
    ['2', '→20'],
  ],
  [
    'a late digit begins anew',
    16,
    [
      [1, 0],
      [2, 900],
    ],
    ['1', '2'],
  ],
  [
    'so does one that makes a number of no camera',
    16,
    [
      [1, 0],
      [7, 300],
    ],
    ['1', '7'],
  ],
  [
    'so does the third',
    99,
    [
      [1, 0],
      [2, 300],
      [3, 600],
    ],
    ['1', '→12', '3'],
  ],
  ['zero alone is no number', 16, [[0, 0]], [null]],
  ['neither is one without a camera', 4, [[5, 0]], [null]],
  [
    'the first digit waits where only the number of both is a camera’s',
    [12, 14],
    [
      [1, 0],
      [4, 300],
    ],
    [null, '14'],
  ],
])('%s', (_, cameras, typed, expected) => {
  expect(type(cameras, ...typed)).toEqual(expected);
});
