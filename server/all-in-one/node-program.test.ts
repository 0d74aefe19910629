import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startNodeProgram } from './node-program';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-program-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  vi.useRealTimers();
});

async function start(code: string, stopping = new AbortController().signal) {
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, code);
  return startNodeProgram({ file, env: process.env, stopping });
}

test('a program that takes ten minutes to start is waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance', 'Date'] });
  const starting = start(`setTimeout(() => process.send('ready'), 500); setInterval(() => undefined, 1_000);`);
  await vi.advanceTimersByTimeAsync(600_000);
  const child = await starting;
  expect(child.pid).toBeGreaterThan(0);
  await child.stop('SIGKILL', 0);
});

test('a program that exits before it is ready has failed', async () => {
  await expect(start('process.exit(3)')).rejects.toThrow('program.mjs did not start (exit code 3).');
});

test('asked to stop, it waits for none', async () => {
  await expect(start('setInterval(() => undefined, 1_000)', AbortSignal.timeout(50))).rejects.toThrow('(stopped)');
});
