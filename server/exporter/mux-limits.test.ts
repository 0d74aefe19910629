import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MuxWatch, withLimits } from './mux-limits';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const minuteMs = 60_000;

test('a muxer that stands still for five minutes is ended', () => {
  const watch = new MuxWatch();
  vi.advanceTimersByTime(4 * minuteMs);
  watch.noteProgress();
  vi.advanceTimersByTime(4 * minuteMs);
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(2 * minuteMs);
  expect(watch.signal.reason).toMatchObject({ fault: 'damaged', message: 'The muxer stands still' });
});

test('a muxer that goes on for half a day is ended, too', () => {
  const watch = new MuxWatch();
  for (let minutes = 0; minutes < 12 * 60; minutes++) {
    expect(watch.signal.aborted).toBe(false);
    vi.advanceTimersByTime(minuteMs);
    watch.noteProgress();
  }
  expect(watch.signal.reason).toMatchObject({ message: 'The file takes too long' });
});

test('nothing is waited for once the file is written', () => {
  const watch = new MuxWatch();
  watch.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test.skipIf(process.platform === 'win32')('a process that takes more memory than it may is refused it', () => {
  const greedy = [process.execPath, '-e', 'const kept = []; for (;;) kept.push(Buffer.alloc(64 * 1024 * 1024, 1));'];
  const [program = '', ...args] = withLimits({ maxMemoryMb: 768, userId: undefined }, greedy);
  const { status, signal } = spawnSync(program, args, { timeout: 30_000 });
  expect(status === 0 || signal === 'SIGTERM').toBe(false);
});
