import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endLeftOverWorkers } from './left-over-workers';

let stateDir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  stateDir = await mkdtemp(path.join(tmpdir(), 'sightline-workers-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(stateDir, { recursive: true, force: true });
});

/** Starts a process that a pid file names as that of the worker. */
async function startNoted(workerId: string, source: string, args: string[] = []): Promise<ChildProcess> {
  const code = `${source}; setInterval(() => undefined, 1_000); process.stdout.write('up')`;
  const child = spawn(process.execPath, ['-e', code, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  if (child.stdout) await once(child.stdout, 'data');
  await writeFile(path.join(stateDir, `${workerId}.pid`), `${child.pid}\n`);
  return child;
}

/** The signal that has ended a process, which may not have been told to its parent yet. */
async function signalOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit');
  return child.signalCode;
}

const program = '/somewhere/dist/worker.mjs';
const end = () => endLeftOverWorkers(stateDir, program);

test('ends a worker, and one that has not read its spec yet', async () => {
  const named = await startNoted('worker-a', `process.title = 'sightline-worker worker-a'`);
  const loading = await startNoted('worker-b', '', [program]);
  await end();
  expect([await signalOf(named), await signalOf(loading)]).toEqual(['SIGTERM', 'SIGTERM']);
  expect(await readdir(stateDir)).toEqual([]);
});

test('ends a worker that hangs', async () => {
  const source = `process.title = 'sightline-worker worker-a'; process.on('SIGTERM', () => undefined)`;
  const worker = await startNoted('worker-a', source);
  await end();
  expect(await signalOf(worker)).toBe('SIGKILL');
});

test('leaves a process alone that has the number of a dead worker', async () => {
  const stranger = await startNoted('worker-a', '');
  await end();
  expect(stranger.signalCode).toBeNull();
  expect(stranger.exitCode).toBeNull();
  expect(await readdir(stateDir)).toEqual([]);
});

test('finds nothing to do without a folder, and passes over what is no pid file', async () => {
  await writeFile(path.join(stateDir, 'notes.txt'), '1\n');
  await end();
  expect(await readdir(stateDir)).toEqual(['notes.txt']);
  await rm(stateDir, { recursive: true });
  await expect(end()).resolves.toBeUndefined();
});
