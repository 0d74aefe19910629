import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Logger } from '../log';
import { Loop, type LoopOptions } from './loop';

const retry = { firstMs: 100, capMs: 400 };
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn() };
let loop: Loop;

/** A loop with an interval of a second. */
function start(work: LoopOptions['work'], intervalMs: LoopOptions['intervalMs'] = 1_000): void {
  loop = new Loop({ name: 'test', work, intervalMs, retry, log: log as unknown as Logger });
  loop.start();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(async () => {
  await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  vi.useRealTimers();
});

test('the first round begins at once, and the next an interval after its end', async () => {
  const work = vi.fn(async () => void (await new Promise((resolve) => setTimeout(resolve, 500))));
  start(work);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
});

test('the interval may depend on the round before', async () => {
  const intervals = [0, 0, 5_000];
  const work = vi.fn(async () => ({ count: 1 }));
  start(work, () => intervals.shift() ?? 60_000);
  await vi.advanceTimersByTimeAsync(10);
  expect(work).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(4);
  expect(log.debug).toHaveBeenLastCalledWith({ loop: 'test', count: 1 }, 'loop: done');
});

test('a wake-up ends the interval, and one during a round starts another right after', async () => {
  let end: () => void = () => undefined;
  const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  start(work);
  end();
  await vi.advanceTimersByTimeAsync(0);
  loop.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  loop.wake();
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(3);
  end();
});

test('waits longer after each failure, whoever wakes it, and logs a streak at both ends', async () => {
  const work = vi.fn(async () => undefined);
  for (let count = 0; count < 3; count++) work.mockRejectedValueOnce(new Error('away'));
  start(work);
  await vi.advanceTimersByTimeAsync(0);
  loop.wake();
  await vi.advanceTimersByTimeAsync(49);
  expect(work, 'the first wait is at least half of firstMs').toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(4);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ loop: 'test', failures: 3 }, 'loop: works again');
});

test('stop ends a wait, and a round by its signal, for whose end it waits', async () => {
  const ended: string[] = [];
  start(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended.push('round');
    throw new Error('aborted');
  });
  await loop.stop();
  expect(ended).toEqual(['round']);
  expect(log.warn, 'of what the stop has ended').not.toHaveBeenCalled();
  start(async () => undefined, 60_000);
  await vi.advanceTimersByTimeAsync(10);
  await loop.stop();
  expect(vi.getTimerCount()).toBe(0);
});
