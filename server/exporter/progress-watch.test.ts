import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hourMs, minuteMs } from '@/lib/core/durations';
import { ProgressWatch } from './progress-watch';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const watchMuxer = () =>
  new ProgressWatch({ subject: 'The muxer', fault: 'damaged', maxMs: 12 * hourMs, maxStillMs: 5 * minuteMs });

test('work that stands still for its time is ended', () => {
  const watch = watchMuxer();
  vi.advanceTimersByTime(4 * minuteMs);
  watch.noteProgress();
  vi.advanceTimersByTime(4 * minuteMs);
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(2 * minuteMs);
  expect(watch.signal.reason).toMatchObject({ fault: 'damaged', message: 'The muxer stands still' });
});

test('work that goes on beyond its time is ended, too', () => {
  const watch = watchMuxer();
  for (let minutes = 0; minutes < 12 * 60; minutes++) {
    expect(watch.signal.aborted).toBe(false);
    vi.advanceTimersByTime(minuteMs);
    watch.noteProgress();
  }
  expect(watch.signal.reason).toMatchObject({ message: 'The muxer takes too long' });
});

test('nothing is waited for once the work is done', () => {
  const watch = watchMuxer();
  watch.stop();
  expect(vi.getTimerCount()).toBe(0);
});
