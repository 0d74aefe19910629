import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/platform/log';
import type { ProcessorShare } from './worker-driver';

/** A process without privileges may write ten times a second, all of the machine's together (kernel/sched/autogroup.c). */
const attempts = { count: 20, pauseMs: 100 };
/** As `nice` counts: each step is a fifth less. */
const niceOf = { full: '0', small: '10' } as const;

/** What was asked for last, for processes whose share is not set yet. */
const wanted = new Map<number, ProcessorShare>();

/**
 * Sets which share of the processors a process gets while they are fully used. Linux divides them between sessions first,
 * and between the processes of each session only then (sched(7), "The autogroup feature"): the process must lead a session
 * of its own, and a nice value of the process alone would change nothing. A session's may also be lowered again without
 * privileges. On other systems, and where control groups divide the processors, nothing happens.
 */
export async function setProcessorShare(pid: number, share: ProcessorShare): Promise<void> {
  if (process.platform !== 'linux') return;
  wanted.set(pid, share);
  for (let attempt = 0; wanted.get(pid) === share; attempt++) {
    const error = write(pid, share);
    if (error !== 'EAGAIN' || attempt === attempts.count) {
      wanted.delete(pid);
      if (error !== null) log.warn({ pid, share, error }, 'driver: a share of the processors is not set');
      return;
    }
    await sleep(attempts.pauseMs);
  }
}

/** @returns the error's code, null without one */
function write(pid: number, share: ProcessorShare): string | null {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, niceOf[share]);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    // The kernel has no such groups, or the process has ended.
    return code === 'ENOENT' || code === 'ESRCH' ? null : code;
  }
}
