import { readFileSync } from 'node:fs';

/**
 * How long a process's main thread, which runs Node's event loop, has waited for a processor, in milliseconds. 0 on other systems than Linux (Documentation/scheduler/sched-stats.rst), and for an ended process.
 */
export function processorWaitMs(pid: number): number {
  try {
    const [, waitNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitNs) / 1e6;
  } catch {
    return 0;
  }
}
