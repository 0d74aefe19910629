import { describe, expect, test } from 'vitest';
import { chartPath, gapsOf, nearestPoint, niceTop } from './chart-path';

const points = (...values: (number | null)[]) => values.map((value, index) => ({ timeMs: index * 1000, value }));
const window = { startMs: 0, endMs: 4000 };

describe('chartPath', () => {
  test('runs from edge to edge, with 0 at the bottom and the top value at the top', () => {
    expect(chartPath(points(0, 5, 10, 5, 0), window, 10, 2000)).toBe(
      'M0.0 100.0h0L250.0 50.0L500.0 0.0L750.0 50.0L1000.0 100.0',
    );
  });

  test('is interrupted where nothing was measured', () => {
    expect(chartPath(points(10, null, 10, 10), window, 10, 5000)).toBe('M0.0 0.0h0M500.0 0.0h0L750.0 0.0');
  });

  test('is interrupted where the camera was off', () => {
    const gap = [
      { timeMs: 0, value: 10 },
      { timeMs: 3000, value: 10 },
      { timeMs: 4000, value: 10 },
    ];
    expect(chartPath(gap, window, 10, 2000)).toBe('M0.0 0.0h0M750.0 0.0h0L1000.0 0.0');
  });

  test('leaves out points before the window', () => {
    expect(chartPath(points(10, 10, 10), { startMs: 1000, endMs: 2000 }, 10, 2000)).toBe('M0.0 0.0h0L1000.0 0.0');
  });

  test('is empty without points', () => {
    expect(chartPath([], window, 10, 2000)).toBe('');
  });
});

test.each([
  [29.97, 30, 30],
  [2100, 1, 3000],
  [8200, 1, 10_000],
  [0, 1, 1],
  [1000, 1, 1000],
])('the highest value is %d, the least top %d: the upper edge is %d', (value, least, top) => {
  expect(niceTop(points(value, null), least)).toBe(top);
});

test('the nearest point, unless it is too far away', () => {
  expect(nearestPoint(points(1, 2, 3), 1400, 2000)).toEqual({ timeMs: 1000, value: 2 });
  expect(nearestPoint(points(1, 2, 3), 9000, 2000)).toBeNull();
});

test.each([
  ['nothing at all', [], [[0, 4000]]],
  ['points all along', [0, 1000, 2000, 3000, 4000], []],
  [
    'a hole, and an end without points',
    [500, 2500],
    [
      [500, 2500],
      [2500, 4000],
    ],
  ],
  ['points outside the window', [-2000, 9000], [[0, 4000]]],
])('the gaps of %s', (_, times, gaps) => {
  expect(gapsOf(times, window, 1000).map(({ startMs, endMs }) => [startMs, endMs])).toEqual(gaps);
});
