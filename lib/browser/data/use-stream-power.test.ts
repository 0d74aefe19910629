import { beforeEach, expect, test, vi } from 'vitest';
import { pollStream } from './use-stream-power';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test.each(['active', 'stopped', 'error'] as const)('reads once a second until the stream is %s', async (last) => {
  const read = vi.fn().mockResolvedValueOnce('provisioning').mockRejectedValueOnce(new Error()).mockResolvedValue(last);
  const done = vi.fn();
  void pollStream(read).then(done);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(read).toHaveBeenCalledTimes(2);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('gives up after thirty seconds', async () => {
  const read = vi.fn().mockResolvedValue('provisioning');
  void pollStream(read);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(read).toHaveBeenCalledTimes(30);
});
