import { describe, expect, test } from 'vitest';
import { addTicks, ticksBetween } from './timestamp33';

const last = 2 ** 33 - 1;

describe('33-bit timestamps', () => {
  test.each([
    [0, 3_000, 3_000],
    [3_000, 0, -3_000],
    [last, 0, 1],
    [0, last, -1],
    [last - 1_000, 2_000, 3_001],
    [5, 5, 0],
  ])('from %d to %d it is %d ticks', (from, to, ticks) => {
    expect(ticksBetween(from, to)).toBe(ticks);
    expect(addTicks(from, ticks)).toBe(to);
  });
});
