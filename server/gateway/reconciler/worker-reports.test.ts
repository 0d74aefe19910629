import { expect, test } from 'vitest';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { WorkerReports, type WorkerReportsOptions } from './worker-reports';
import { WorkerRuntime } from './worker-runtime';

const nowMs = 50_000;

test('a worker that reports while its lease is unknown is told so, and counts as one that lives', () => {
  const worker = new WorkerRuntime({
    workerId: 'worker-a',
    phase: 'found',
    generation: 1,
    node: 'node',
    nowMs: 0,
    workingMs: 0,
  });
  const clock = { nowMs: () => nowMs };
  const options = {
    registry: { findWorker: () => ({ worker, runtime: { stream: { id: 'stream' } } }) },
    leases: { permitMs: () => null },
    clock,
    workingClock: clock,
  };
  const reports = new WorkerReports(options as unknown as WorkerReportsOptions);
  expect(reports.answer('worker-a', { generation: 1 } as WorkerReport)).toBe('unknown');
  expect(worker.lastAnswerAtMs).toBe(nowMs);
});
