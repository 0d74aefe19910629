import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * A nice value that gives about nine times of what an ordinary program gets. Cameras, what passes them on and what records
 * them go before other work of a machine that is too busy. Only root may set it, or a service with LimitNICE.
 */
export const liveNice = -10;

/**
 * Sets the nice value of a process that has just been started, and with it of the threads that it starts.
 * @returns false where that is not allowed
 */
export function setNice(pid: number, nice: number): boolean {
  try {
    setPriority(pid, nice);
    return true;
  } catch {
    // It has ended, or this user may not.
    return false;
  }
}

/**
 * Sets the nice value of a process's session. Linux divides processors among sessions before it does among processes
 * (sched(7), "The autogroup feature").
 * @returns the error's code, null without one; also null where the kernel has no such groups, or the process has ended
 */
export function setSessionNice(pid: number, nice: number): string | null {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, `${nice}`);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' || code === 'ESRCH' ? null : code;
  }
}
