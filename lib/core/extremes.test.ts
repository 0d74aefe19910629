import { expect, test } from 'vitest';
import { maxOf, minOf } from './extremes';

test('the smallest and the largest of any number of numbers are found', () => {
  const numbers = Array.from({ length: 1_000_000 }, (_, index) => index);
  expect([minOf(numbers), maxOf(numbers)]).toEqual([0, 999_999]);
  expect([minOf(numbers, -1), maxOf(numbers, 1e7)]).toEqual([-1, 1e7]);
});

test('those of none are what they are counted from', () => {
  expect([minOf([]), maxOf([]), minOf([], 7), maxOf([], 7)]).toEqual([Infinity, -Infinity, 7, 7]);
});
