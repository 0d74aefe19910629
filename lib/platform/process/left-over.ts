import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pollMs = 50;

/**
 * Ends the process that a killed run left behind, named by the first line of `pidFile`. A process whose command line
 * does not contain `mark` only has the same number by chance and is left alone.
 * @param mark what only our process has in its command line, such as its folder
 * @param signal how it likes to be asked
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
      // One that has ended and whose parent never asks how (a container's first process may not) has lost this line.
      if (!(await commandLineOf(pid)).includes(mark)) break;
    }
    await sleep(pollMs);
  }
  await rm(pidFile, { force: true });
}

/** The command line of a process, empty where there is no such process. */
export async function commandLineOf(pid: number): Promise<string> {
  // macOS has no /proc, but ps everywhere.
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout;
}

/** Sends a signal; 0 sends none and only looks. @returns whether there is such a process */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
