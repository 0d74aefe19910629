import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { processorWaitMs } from './processor-wait';

const children: ReturnType<typeof spawn>[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const startLoop = (): number => {
  const child = spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
};

test.runIf(process.platform === 'linux')('a process that shares the processors with too many has waited', async () => {
  const pids = Array.from({ length: availableParallelism() + 1 }, startLoop);
  await expect
    .poll(() => Math.max(...pids.map(processorWaitMs)), { timeout: 20_000, interval: 50 })
    .toBeGreaterThan(100);
});

test('of a process that has ended nothing is known', () => {
  expect(processorWaitMs(2 ** 22 + 1)).toBe(0);
});
