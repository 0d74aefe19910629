import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { niceOf, processorWaitMs } from './processors';

const shareOf = (nice: number) => 1.25 ** -nice;

test('up to three cameras have a full share each', () => {
  expect([1, 2, 3].map((count) => niceOf('part', count, 0))).toEqual([0, 0, 0]);
});

test.each([4, 8, 16, 40, 100, 200])('%d cameras have about three shares together', (count) => {
  const together = count * shareOf(niceOf('part', count, 0));
  expect(together).toBeGreaterThan(2.6);
  expect(together).toBeLessThan(3.4);
});

test('however many cameras there are, a full share is another session’s, and a small one about a tenth of it', () => {
  expect(niceOf('full', 40, 0)).toBe(0);
  expect(shareOf(niceOf('small', 40, 0))).toBeCloseTo(0.1, 1);
});

test('where they may go before other programs, parts stay the same to each other', () => {
  expect(niceOf('full', 40, -10)).toBe(-10);
  for (const count of [3, 8, 40]) expect(niceOf('part', count, -10)).toBe(niceOf('part', count, 0) - 10);
});

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
