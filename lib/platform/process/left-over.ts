import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pollMs = 50;

/**
 * Ends the process that a killed run left behind; the first line of `pidFile` names it. A process without `mark` in its
 * command line only shares the number and is left alone.
 * @param mark what only our process has in its command line, such as its folder
 * @param signal that asks it to end
 * @param timeoutMs after which SIGKILL follows
 */
export async function endLeftOver(
  pidFile: string,
  mark: string,
  signal: NodeJS.Signals,
  timeoutMs = 10_000,
): Promise<void> {
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 1) || !(await commandLineOf(pid)).includes(mark)) return;
  send(pid, signal);
  const deadlineMs = performance.now() + timeoutMs;
  while (send(pid, 0)) {
    if (performance.now() >= deadlineMs) {
      send(pid, 'SIGKILL');
      // A process that ended without its parent asking how, as in some containers, has no command line.
      if (!(await commandLineOf(pid)).includes(mark)) break;
    }
    await sleep(pollMs);
  }
  await rm(pidFile, { force: true });
}

/** The command line of a process; empty when there is none. */
export async function commandLineOf(pid: number): Promise<string> {
  // macOS has no /proc; ps is everywhere.
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout;
}

/** Sends a signal; 0 only looks. @returns whether the process exists */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
