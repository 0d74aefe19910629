import { expect, test } from 'vitest';
import { niceOf } from './processor-shares';

const shareOf = (nice: number) => 1.25 ** -nice;

test('up to three workers have a full share each', () => {
  expect([1, 2, 3].map((count) => niceOf('full', count))).toEqual([0, 0, 0]);
});

test.each([4, 8, 16, 40, 100, 200])('%d workers have about three shares together', (count) => {
  const together = count * shareOf(niceOf('full', count));
  expect(together).toBeGreaterThan(2.6);
  expect(together).toBeLessThan(3.4);
});

test('a small share is about a tenth of a full one, and a large one is another session’s', () => {
  expect(shareOf(niceOf('small', 8)) / shareOf(niceOf('full', 8))).toBeCloseTo(0.1, 1);
  expect(niceOf('small', 0)).toBe(10);
  expect(niceOf('large', 40)).toBe(0);
});
