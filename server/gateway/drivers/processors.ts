import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/platform/log';
import { liveNice, setNice, setSessionNice } from '@/lib/platform/process/priority';
import type { ProcessorShare } from './worker-driver';

/** Share of all weighted workers together, relative to one other session such as LiveKit, the gateway or a browser. */
const togetherShares = 3;
/** Each step of a nice value makes a share so much smaller, up to the last. */
const niceStep = 1.25;
const lastNice = 19;
const niceOfSmall = 10;
/** Each worker that comes or goes would change all; a step is not worth it. */
const minChange = 2;
/** A process without privileges may write ten times a second, all of the machine's together (kernel/sched/autogroup.c). */
const writeEveryMs = 100;

interface Shared {
  share: ProcessorShare;
  /** As written; null before. */
  nice: number | null;
}

/**
 * Divides fully used processors among a node's workers by the nice values of their sessions. Linux divides them between
 * sessions before processes (sched(7), "The autogroup feature"), and an unprivileged process may lower a session's
 * value again. Does nothing on other systems, and where control groups divide the processors.
 */
export class ProcessorShares {
  readonly #processes = new Map<number, Shared>();
  /** The nice value of a full share: before other programs until that turns out to be forbidden. */
  #fullNice = liveNice;
  #isWriting = false;

  set(pid: number, share: ProcessorShare): void {
    if (process.platform !== 'linux') return;
    const known = this.#processes.get(pid);
    if (known?.share === share) return;
    // Where control groups divide the processors, nice values count within them.
    if (!known && share === 'full') setNice(pid, liveNice);
    this.#processes.set(pid, { share, nice: known?.nice ?? null });
    void this.#writeAll();
  }

  /** A process has ended: the others may have more. */
  delete(pid: number): void {
    this.#processes.delete(pid);
    void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    for (let next = this.#mostOutdated(); next; next = this.#mostOutdated()) {
      const error = setSessionNice(next.pid, next.nice);
      if (error !== null && forbidden.includes(error) && this.#fullNice < 0) {
        this.#fullNice = 0;
        continue;
      }
      const process = this.#processes.get(next.pid);
      if (process && error !== 'EAGAIN') process.nice = next.nice;
      if (error !== null && error !== 'EAGAIN') log.warn({ ...next, error }, 'driver: a share is not set');
      await sleep(writeEveryMs);
    }
    this.#isWriting = false;
  }

  #mostOutdated(): { pid: number; nice: number } | null {
    const partCount = [...this.#processes.values()].filter(({ share }) => share === 'part').length;
    let most: { pid: number; nice: number; change: number } | null = null;
    for (const [pid, process] of this.#processes) {
      const nice = niceOf(process.share, partCount, this.#fullNice);
      const change = process.nice === null ? Number.POSITIVE_INFINITY : Math.abs(nice - process.nice);
      if (change >= minChange && change > (most?.change ?? 0)) most = { pid, nice, change };
    }
    return most && { pid: most.pid, nice: most.nice };
  }
}

/** Codes of the kernel's refusal to a user who may not raise a share. */
const forbidden = ['EPERM', 'EACCES'];

/**
 * @param partCount the number of workers with a part
 * @param fullNice the nice value of a full share
 */
export function niceOf(share: ProcessorShare, partCount: number, fullNice: number): number {
  if (share === 'full') return fullNice;
  if (share === 'small') return niceOfSmall;
  const step = Math.max(0, Math.round(Math.log(partCount / togetherShares) / Math.log(niceStep)));
  return Math.min(lastNice, fullNice + step);
}

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
