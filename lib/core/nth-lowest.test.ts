import { expect, test } from 'vitest';
import { nthLowest } from './nth-lowest';

test('the value at each index is that of the sorted values, equal ones included', () => {
  const lists = [[3], [2, 1], [5, 5, 5, 5], [1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [7, -1, 7, 0.5, 3, 3, 9, -1]];
  lists.push(Array.from({ length: 200 }, (_, index) => (index * 7_919) % 61));
  for (const list of lists) {
    const sorted = list.toSorted((a, b) => a - b);
    expect(sorted.map((_, index) => nthLowest(new Float64Array(list), index))).toEqual(sorted);
  }
});

test('there is no value beyond the last one', () => {
  expect(nthLowest(new Float64Array(), 0)).toBeUndefined();
  expect(nthLowest(new Float64Array([1, 2]), 2)).toBeUndefined();
});
