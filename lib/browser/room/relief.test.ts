import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Relief } from './relief';

let limited: Set<string>;
let limits: number;
let low: Set<string>;
let relief: Relief;

beforeEach(() => {
  vi.useFakeTimers();
  limited = new Set();
  limits = 0;
  low = new Set();
  relief = new Relief({
    limitToLowLayer(identity) {
      limits++;
      limited.add(identity);
      return () => limited.delete(identity);
    },
    isLow: (identity) => low.has(identity),
  });
});
afterEach(() => {
  relief.stop();
  vi.useRealTimers();
});

test('what stands still is limited until nothing has for a while, longer each time, and all of it at once', () => {
  relief.add('organ');
  vi.advanceTimersByTime(14_000);
  relief.add('choir');
  vi.advanceTimersByTime(14_000);
  expect([...limited]).toEqual(['organ', 'choir']);
  vi.advanceTimersByTime(16_000);
  expect([...limited]).toEqual([]);

  relief.add('organ');
  vi.advanceTimersByTime(29_000);
  expect([...limited]).toEqual(['organ']);
  vi.advanceTimersByTime(31_000);
  expect([...limited]).toEqual([]);
});

test('what stays low once it may have more asks again, until it has', () => {
  relief.add('organ');
  low.add('organ');
  vi.advanceTimersByTime(30_000);
  expect([limits, limited.size]).toEqual([1, 0]);
  vi.advanceTimersByTime(45_000);
  expect(limits).toBeGreaterThan(2);
  expect([...limited]).toEqual([]);
  low.clear();
  limits = 0;
  vi.advanceTimersByTime(60_000);
  expect(limits).toBe(0);
});

test('what stays low asks again after another has been limited, too', () => {
  low.add('organ');
  relief.add('organ');
  vi.advanceTimersByTime(30_000);
  relief.add('choir');
  vi.advanceTimersByTime(60_000);
  limits = 0;
  vi.advanceTimersByTime(15_000);
  expect(limits).toBe(1);
});

test('a page that leaves asks no more', () => {
  relief.add('organ');
  low.add('organ');
  relief.stop();
  expect([...limited]).toEqual([]);
  vi.advanceTimersByTime(120_000);
  expect(limits).toBe(1);
});
