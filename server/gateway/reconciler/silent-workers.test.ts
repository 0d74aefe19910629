import { expect, test } from 'vitest';
import type { ProcessorShare } from '../drivers/worker-driver';
import { makeKnownWorker } from './known-worker';
import { SilentWorkers } from './silent-workers';

function makeWorker(notReadySinceMs: number | null) {
  const of = { workerId: 'worker-a', phase: 'running', generation: 1, node: 'node', nowMs: 0, workingMs: 0 } as const;
  const worker = { ...makeKnownWorker(of), notReadySinceMs };
  const driver = {
    waitMs: 700,
    shares: [] as ProcessorShare[],
    processorWaitMs: () => driver.waitMs,
    setProcessorShare: (_: string, share: ProcessorShare) => void driver.shares.push(share),
  };
  const workers = new SilentWorkers(driver);
  const waitedMs = (nowMs: number) => {
    workers.note(worker, nowMs);
    return worker.waitedMs;
  };
  return { worker, driver, waitedMs };
}

test('the wait of a worker counts since it became silent, and no more once it has reported', () => {
  const { worker, driver, waitedMs } = makeWorker(null);
  expect(waitedMs(1_000)).toBe(0);
  expect(waitedMs(2_000)).toBe(0);
  driver.waitMs = 2_600;
  expect(waitedMs(4_000)).toBe(1_900);

  worker.lastReportAtMs = 4_100;
  driver.waitMs = 2_700;
  expect(waitedMs(5_000)).toBe(0);
  expect(waitedMs(6_000)).toBe(0);
  driver.waitMs = 3_000;
  expect(waitedMs(6_500)).toBe(300);
});

test('a ready worker that waits has a large share until it reports', () => {
  const { worker, driver, waitedMs } = makeWorker(null);
  waitedMs(2_000);
  driver.waitMs = 1_100;
  waitedMs(2_500);
  expect(driver.shares).toEqual([]);
  driver.waitMs = 1_600;
  waitedMs(3_000);
  waitedMs(3_500);
  expect(driver.shares).toEqual(['large']);
  worker.lastReportAtMs = 3_600;
  waitedMs(4_000);
  waitedMs(5_000);
  expect(driver.shares).toEqual(['large', 'full']);
});

test('a worker that starts keeps the share that it has', () => {
  const { driver, waitedMs } = makeWorker(0);
  waitedMs(2_000);
  driver.waitMs = 5_000;
  expect(waitedMs(7_000)).toBe(4_300);
  expect(driver.shares).toEqual([]);
});
