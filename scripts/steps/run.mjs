import { spawn, spawnSync } from 'node:child_process';

/** A failure that the user can do something about: shown as its one sentence, without a stack. */
export class SetupError extends Error {}

/** Says what the set-up is doing now. */
export const say = (text) => console.log(`» ${text}`);

/**
 * Runs a program to its end, its output shown as it comes.
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const parentCheckMs = 500;

/**
 * Runs a program to its end in the place of this process: it gets the signals that this one gets. A SIGTERM to npm ends
 * npm and its shell without a word to this process, so that it looks whether they are still there.
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStarted]
 * @returns {Promise<number>} its exit code
 */
export function runInFront(command, args, options = {}, onStarted = () => undefined) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    onStarted(child);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    const { ppid } = process;
    const parentCheck = setInterval(() => {
      if (!process.env.npm_lifecycle_event || process.ppid === ppid) return;
      clearInterval(parentCheck);
      child.kill('SIGTERM');
    }, parentCheckMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(parentCheck);
      resolve(code ?? 1);
    });
  });
}

/** Runs a program to its end and throws `failure` as a SetupError where that is not a good one. */
export async function must(failure, command, args, options = {}) {
  const code = await run(command, args, options).catch(() => 1);
  if (code !== 0) throw new SetupError(failure);
}

/** Whether a program can be run at all. */
export const isInstalled = (command, args = ['--version']) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
