import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A failure that the user can do something about: shown as its one sentence, without a stack. */
export class SetupError extends Error {}

/** Says what the set-up is doing now. */
export const say = (text) => console.log(`» ${text}`);

/**
 * Runs a program to its end, its output shown as it comes. It is asked to end when npm is gone.
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    endWithNpm(child);
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const npmCheckMs = 500;

/** Asks a child to end when npm or its shell is gone: neither of them has a word for this process when it is killed. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const [parent, ...others] = npmAbove();
  const isThere = () =>
    process.ppid === parent && others.every((pid, index) => parentOf([parent, ...others][index]) === pid);
  const check = setInterval(() => {
    if (isThere()) return;
    clearInterval(check);
    child.kill('SIGTERM');
  }, npmCheckMs);
  for (const event of ['error', 'exit']) child.once(event, () => clearInterval(check));
}

/**
 * Finds what runs this process for npm. A shell that npm has started has the script's name in its environment, and npm
 * itself has not.
 * @returns {number[]} the shell, if there is one, and npm; the parent alone where the system has no /proc
 */
function npmAbove() {
  const pids = [process.ppid];
  const mark = `npm_lifecycle_event=${process.env.npm_lifecycle_event}`;
  for (let pid = process.ppid; environmentOf(pid).includes(mark); pids.push(pid)) {
    const parent = parentOf(pid);
    if (parent === null) break;
    pid = parent;
  }
  return pids;
}

const environmentOf = (pid) => readProcess(pid, 'environ')?.split('\0') ?? [];

/** @returns {number | null} null for a process that is gone, and on systems without /proc */
function parentOf(pid) {
  const stat = readProcess(pid, 'stat');
  // The second field may have spaces and brackets (proc(5)).
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function readProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return null;
  }
}

/**
 * Runs a program to its end in the place of this process: it gets the signals that this one gets. It is asked to end when
 * npm is gone.
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStarted]
 * @returns {Promise<number>} its exit code
 */
export function runInFront(command, args, options = {}, onStarted = () => undefined) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    onStarted(child);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    endWithNpm(child);
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
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
