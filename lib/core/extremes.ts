/*
 * Math.min and Math.max take a list as arguments only, and V8 takes about 125,000 of them. A long recording has more
 * keyframes, so tests/architecture/shape.test.ts refuses such calls.
 */

/** The smallest of some numbers and `from`. */
export function minOf(values: Iterable<number>, from = Number.POSITIVE_INFINITY): number {
  let min = from;
  for (const value of values) min = Math.min(min, value);
  return min;
}

/** The largest of some numbers and `from`. */
export function maxOf(values: Iterable<number>, from = Number.NEGATIVE_INFINITY): number {
  let max = from;
  for (const value of values) max = Math.max(max, value);
  return max;
}
