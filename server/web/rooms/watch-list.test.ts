import { beforeEach, expect, test, vi } from 'vitest';
import { WatchList } from './watch-list';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('an organization is watched for a while after each auth session that ends', () => {
  const list = new WatchList(10_000);
  list.watch('a');
  vi.advanceTimersByTime(6_000);
  list.watch('b');
  expect(list.organizations()).toEqual(['a', 'b']);
  list.watch('a');
  vi.advanceTimersByTime(9_000);
  expect(list.organizations()).toEqual(['a', 'b']);
  vi.advanceTimersByTime(2_000);
  expect(list.organizations()).toEqual([]);
  expect(list.isEmpty).toBe(true);
});

test('is contested from the second removal of one auth session, whatever its pages', () => {
  const list = new WatchList(10_000);
  list.watch('a');
  list.noteRemoved('a', new Set(['first', 'second']));
  list.noteRemoved('a', new Set(['third']));
  list.noteRemoved('b', new Set(['first']));
  expect(list.isContested).toBe(false);
  list.noteRemoved('a', new Set(['first']));
  expect(list.isContested).toBe(true);
});

test('a viewer who keeps coming back with renewed tokens stays watched', () => {
  const list = new WatchList(10_000);
  for (let count = 0; count < 10; count++) {
    list.noteRemoved('a', new Set(['first']));
    vi.advanceTimersByTime(9_000);
    expect(list.organizations()).toEqual(['a']);
  }
  vi.advanceTimersByTime(2_000);
  expect(list.organizations()).toEqual([]);
  expect(list.isContested).toBe(false);
});
