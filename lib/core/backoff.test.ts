import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoffMs, retry, stayConnected } from './backoff';
import { pause } from './pause';

const options = { firstMs: 100, capMs: 1_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('a back-off doubles from the first wait to the cap, with jitter over its upper half', () => {
  const shortest = [0, 1, 2, 3, 4, 100].map((attempt) => backoffMs(attempt, options, () => 0));
  const longest = [0, 1, 2, 3, 4, 100].map((attempt) => backoffMs(attempt, options, () => 1));
  expect(shortest).toEqual([50, 100, 200, 400, 500, 500]);
  expect(longest).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

test('a pause ends with its time', async () => {
  const paused = pause(100);
  await vi.advanceTimersByTimeAsync(99);
  expect(await isSettled(paused)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isSettled(paused)).toBe(true);
});

test('an abort ends a pause early, or before it begins, and leaves no timer', async () => {
  const ending = new AbortController();
  const paused = [pause(100, ending.signal), pause(Number.POSITIVE_INFINITY, ending.signal)];
  ending.abort();
  await Promise.all(paused);
  await pause(100, ending.signal);
  expect(vi.getTimerCount()).toBe(0);
});

test('retry returns the first success, after pauses that grow', async () => {
  const startMs = Date.now();
  const triedAtMs: number[] = [];
  const onFailure = vi.fn();
  const result = retry(
    async () => {
      triedAtMs.push(Date.now() - startMs);
      if (triedAtMs.length < 4) throw new Error('away');
      return 'here';
    },
    { ...options, onFailure },
  );
  await vi.runAllTimersAsync();
  await expect(result).resolves.toBe('here');
  const waits = triedAtMs.slice(1).map((atMs, index) => atMs - (triedAtMs[index] ?? 0));
  for (const [attempt, waitMs] of waits.entries()) {
    expect(waitMs).toBeGreaterThanOrEqual(50 * 2 ** attempt);
    expect(waitMs).toBeLessThanOrEqual(100 * 2 ** attempt);
  }
  expect(onFailure.mock.calls.map(([, failures]) => failures)).toEqual([1, 2, 3]);
});

test('retry gives up with what onFailure throws', async () => {
  const work = async () => {
    throw new Error('taken');
  };
  const onFailure = (error: unknown) => {
    throw error;
  };
  await expect(retry(work, { ...options, onFailure })).rejects.toThrow('taken');
});

test('an abort ends retry, in its pause and during an attempt, whose failure nobody hears of', async () => {
  const onFailure = vi.fn();
  const pausing = new AbortController();
  const paused = retry(() => Promise.reject(new Error('away')), { ...options, signal: pausing.signal, onFailure });
  await vi.advanceTimersByTimeAsync(0);
  expect(onFailure).toHaveBeenCalledTimes(1);
  pausing.abort();
  await expect(paused).resolves.toBeUndefined();
  const trying = new AbortController();
  const tried = retry(
    async () => {
      trying.abort();
      throw new Error('ended');
    },
    { ...options, signal: trying.signal, onFailure },
  );
  await expect(tried).resolves.toBeUndefined();
  expect(onFailure).toHaveBeenCalledTimes(1);
});

test('stayConnected connects again until the abort, and soon after a connection that worked', async () => {
  const ending = new AbortController();
  const startedAtMs: number[] = [];
  const onFailure = vi.fn();
  const staying = stayConnected(
    async (worked) => {
      startedAtMs.push(Date.now());
      if (startedAtMs.length === 5) worked();
      if (startedAtMs.length === 3) return;
      throw new Error('away');
    },
    { ...options, signal: ending.signal, onFailure },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  ending.abort();
  await staying;
  const waits = startedAtMs.slice(1).map((atMs, index) => atMs - (startedAtMs[index] ?? 0));
  expect(waits[3]).toBeGreaterThanOrEqual(400);
  expect(waits[4], 'after the connection that worked').toBeLessThanOrEqual(100);
  expect(onFailure.mock.calls.slice(0, 5).map(([, failures]) => failures)).toEqual([1, 2, 4, 1, 2]);
});
