import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Relief } from './relief';

let limited: Set<string>;
let relief: Relief;

beforeEach(() => {
  vi.useFakeTimers();
  limited = new Set();
  relief = new Relief((identity) => {
    limited.add(identity);
    return () => limited.delete(identity);
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

test('a page that leaves limits nothing', () => {
  relief.add('organ');
  relief.stop();
  expect([...limited]).toEqual([]);
});
