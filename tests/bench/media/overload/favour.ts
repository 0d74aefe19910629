import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const favouredNice = -15;

/**
 * Gives an encoder or a viewer its processor beside everything that keeps this machine busy: in reality it is on another
 * one. Only root may; without that it competes.
 */
export function favour(pid: number | undefined): void {
  try {
    // A bench passes its own nice value on to all that it starts.
    if (pid !== undefined && pid !== process.pid) setPriority(pid, favouredNice);
    // Linux divides processors among sessions before it does among their processes: sched(7).
    writeFileSync(`/proc/${pid}/autogroup`, `${favouredNice}`);
  } catch (error) {
    // Whatever the system refuses: each kernel has its own reasons for autogroups.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}
