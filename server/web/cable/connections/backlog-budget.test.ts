import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BacklogBudget } from './backlog-budget';

const mebibyte = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const reader = (userId: string, backlogBytes: number) => ({ userId, backlogBytes, disconnect: vi.fn() });

function check(readers: ReturnType<typeof reader>[]): boolean[] {
  const budget = new BacklogBudget();
  for (const each of readers) budget.watch(each);
  vi.advanceTimersByTime(100);
  return readers.map(({ disconnect }) => disconnect.mock.calls.length > 0);
}

describe('the backlog of slow readers', () => {
  test('may be 8 MiB for a user; beyond that the slowest are disconnected', () => {
    const readers = [3, 4, 2].map((count) => reader('ada', count * mebibyte));
    expect(check(readers)).toEqual([false, true, false]);
    expect(readers[1]?.disconnect).toHaveBeenCalledExactlyOnceWith('too_slow');
    expect(check([reader('ada', 4 * mebibyte), reader('ada', 4 * mebibyte)])).toEqual([false, false]);
  });

  test('does not affect another user', () => {
    expect(check([reader('ada', 9 * mebibyte), reader('ben', mebibyte)])).toEqual([true, false]);
  });

  test('may be 128 MiB for the process', () => {
    const readers = Array.from({ length: 20 }, (_, index) => reader(`user-${index}`, 7 * mebibyte));
    const ended = check(readers).filter(Boolean).length;
    expect(ended).toBe(2);
  });

  test('counts until it is below 64 KiB', () => {
    const budget = new BacklogBudget();
    const slow = reader('ada', 100 * 1024);
    budget.watch(slow);
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(1);
    slow.backlogBytes = 10;
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
    slow.backlogBytes = 9 * mebibyte;
    budget.watch(slow);
    vi.advanceTimersByTime(100);
    expect(slow.disconnect).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
  });
});
