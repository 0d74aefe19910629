import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const patienceMs = 10_000;
const pollMs = 50;

/**
 * Ends the process that a killed run left behind, named by the first line of `pidFile`. A process whose command line
 * does not contain `mark` only has the same number by chance and is left alone.
 * @param mark what only our process has in its command line, such as its folder
 * @param signal how it likes to be asked; SIGKILL follows after ten seconds
 */
export async function endLeftOver(pidFile: string, mark: string, signal: NodeJS.Signals): Promise<void> {
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 1) || !(await commandLineOf(pid)).includes(mark)) return;
  process.kill(pid, signal);
  for (let waitedMs = 0; isAlive(pid); waitedMs += pollMs) {
    if (waitedMs === patienceMs) process.kill(pid, 'SIGKILL');
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
