import { readFileSync } from 'node:fs';

/**
 * How long a process's main thread, which runs Node's event loop, has waited for a processor, in milliseconds. The source
 * is Linux's sched-stats.rst. Returns 0 on other systems and for an ended process.
 */
export function processorWaitMs(pid: number): number {
  try {
    const [, waitNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitNs) / 1e6;
  } catch {
    return 0;
  }
}
