import { readFileSync } from 'node:fs';

/**
 * For how long the main thread of a process, which runs Node's event loop, has waited for a processor since its start, in
 * milliseconds (Linux, Documentation/scheduler/sched-stats.rst). 0 on other systems, and for a process that has ended.
 */
export function processorWaitMs(pid: number): number {
  try {
    const [, waitNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitNs) / 1e6;
  } catch {
    return 0;
  }
}
