import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { RecurringJob } from './recurring-job';

const retry = { firstMs: 1, capMs: 4 };
const jobs: RecurringJob[] = [];

function start(run: (signal: AbortSignal) => Promise<object>, intervalMs: number): RecurringJob {
  const job = new RecurringJob({ name: 'test', run, intervalMs, retry });
  jobs.push(job);
  job.start();
  return job;
}

afterEach(async () => {
  for (const job of jobs.splice(0)) await job.stop();
});

test('repeats the run', async () => {
  const run = vi.fn(async () => ({}));
  start(run, 1);
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3));
});

test('continues after failures, sooner than after a success', async () => {
  const run = vi.fn(async () => ({}));
  for (let count = 0; count < 4; count++) run.mockRejectedValueOnce(new Error('Postgres is away'));
  start(run, 60_000);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(5));
  await sleep(30);
  expect(run).toHaveBeenCalledTimes(5);
});

test('stop ends the wait, and a run by its signal', async () => {
  const waiting = start(async () => ({}), 60_000);
  await sleep(5);
  await waiting.stop();
  const ended: string[] = [];
  const busy = start(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended.push('run');
    return {};
  }, 60_000);
  await busy.stop();
  expect(ended).toEqual(['run']);
});
