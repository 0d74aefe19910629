import { expect, test } from 'vitest';
import { SilentWorkers, shareOf } from './silent-workers';

test('the wait of a worker counts since it became silent, and no more once it has reported', () => {
  let processorWaitMs = 700;
  const workers = new SilentWorkers({ processorWaitMs: () => processorWaitMs });
  const worker = { workerId: 'worker-a', lastReportAtMs: 0 };
  const waitedMs = (nowMs: number) => workers.note(worker, nowMs);

  expect(waitedMs(1_000)).toBe(0);
  expect(waitedMs(2_000)).toBe(0);
  processorWaitMs = 2_600;
  expect(waitedMs(4_000)).toBe(1_900);

  worker.lastReportAtMs = 4_100;
  processorWaitMs = 2_700;
  expect(waitedMs(5_000)).toBe(0);
  expect(waitedMs(6_000)).toBe(0);
  processorWaitMs = 3_000;
  expect(waitedMs(6_500)).toBe(300);
});

test.each([
  ['a worker that starts', { notReadySinceMs: 0, signal: 'live' }, null],
  ['a worker without a camera', { signal: 'none' }, 'full'],
  ['a worker whose camera is live', { signal: 'live' }, 'part'],
  ['a worker whose camera is live, and that waits for a processor', { signal: 'live', waitedMs: 600 }, 'full'],
] as const)('the share of %s', (_, changes, share) => {
  expect(shareOf({ waitedMs: 0, notReadySinceMs: null, ...changes })).toBe(share);
});
