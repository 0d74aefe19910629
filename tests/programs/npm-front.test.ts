import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { descendants, untilGone } from '../support/product/processes';
import { until } from '../support/until';

let directory: string;
let started: ChildProcess;

/** Ends in order, and notes that it has. */
const product = `
  import { existsSync, writeFileSync } from 'node:fs';
  const alive = setInterval(() => undefined, 1_000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  process.on('disconnect', () => end('disconnect'));
  function end(why) {
    if (!existsSync('ended')) writeFileSync('ended', why);
    clearInterval(alive);
    if (process.connected) process.disconnect();
  }
  writeFileSync('up', '');
`;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-npm-'));
  const run = pathToFileURL(path.resolve('scripts/steps/run.mjs'));
  const scripts = { start: 'node front.mjs', build: 'node step.mjs' };
  await writeFile(path.join(directory, 'package.json'), JSON.stringify({ scripts }));
  await writeFile(path.join(directory, 'product.mjs'), product);
  await writeFile(
    path.join(directory, 'front.mjs'),
    `import { runInFront } from '${run}';
     const options = { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] };
     process.exitCode = await runInFront(process.execPath, ['product.mjs'], options);`,
  );
  await writeFile(
    path.join(directory, 'step.mjs'),
    `import { run } from '${run}';
     process.exitCode = await run(process.execPath, ['product.mjs']);`,
  );
});

afterEach(async () => {
  started.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

/** Starts an npm script, in a terminal of its own or without any. @returns its processes by their part, when all are there */
async function startNpm(script: string, terminal = false) {
  const command = terminal ? ['script', '-qfc', `npm run ${script}`, '/dev/null'] : ['npm', 'run', script];
  const [file = '', ...args] = command;
  started = spawn(file, args, { cwd: directory, stdio: ['pipe', 'ignore', 'ignore'] });
  await until('the product is up', () => existsSync(path.join(directory, 'up')));
  const all = [{ pid: started.pid ?? 0, command: '' }, ...descendants(started.pid ?? 0)];
  const pidOf = (mark: string) => all.find(({ command }) => command === mark)?.pid ?? 0;
  return { pids: all.map(({ pid }) => pid), pidOf };
}

const endedBy = () => readFileSync(path.join(directory, 'ended'), 'utf8');

test.runIf(process.platform === 'linux').each<[string, string, () => Promise<number[]>]>([
  ['npm is killed', 'SIGTERM', () => killed('start', () => started.pid ?? 0)],
  ['npm is killed in the middle of a step', 'SIGTERM', () => killed('build', () => started.pid ?? 0)],
  ['the front is killed', 'disconnect', () => killed('start', (pidOf) => pidOf('node front.mjs'))],
])('nothing stays behind, and the product ends in order, when %s', async (_, how, end) => {
  await untilGone(await end(), 20_000);
  expect(endedBy()).toBe(how);
});

async function killed(script: string, victim: (pidOf: (mark: string) => number) => number): Promise<number[]> {
  const { pids, pidOf } = await startNpm(script);
  const pid = victim(pidOf);
  expect(pid).toBeGreaterThan(0);
  process.kill(pid, 'SIGKILL');
  return pids;
}

test.runIf(process.platform === 'linux').each<[string, () => void]>([
  ['Ctrl-C is pressed in its terminal', () => started.stdin?.write('\u0003')],
  ['its terminal is closed', () => started.kill('SIGKILL')],
])('nothing stays behind, and the product ends in order, when %s', async (_, end) => {
  const { pids } = await startNpm('start', true);
  end();
  await untilGone(pids, 20_000);
  expect(endedBy()).toMatch(/^SIG/);
});
