import { expect, test } from 'vitest';
import { niceOf } from './processor-shares';

const shareOf = (nice: number) => 1.25 ** -nice;

test('up to three cameras have a full share each', () => {
  expect([1, 2, 3].map((count) => niceOf('part', count))).toEqual([0, 0, 0]);
});

test.each([4, 8, 16, 40, 100, 200])('%d cameras have about three shares together', (count) => {
  const together = count * shareOf(niceOf('part', count));
  expect(together).toBeGreaterThan(2.6);
  expect(together).toBeLessThan(3.4);
});

test('however many cameras there are, a full share is another session’s, and a small one about a tenth of it', () => {
  expect(niceOf('full', 40)).toBe(0);
  expect(shareOf(niceOf('small', 40))).toBeCloseTo(0.1, 1);
});
