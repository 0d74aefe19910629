import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/platform/log';
import type { RecordingExport } from '@/prisma/generated/client';
import { ExportError } from './export-error';
import { ExportJob } from './export-job';
import type { ExportQueue } from './export-queue';

/** How often an export's progress is told, and whether it was cancelled is asked. */
const reportIntervalMs = 1_000;
/** How long an empty queue is left alone unless something is announced. */
const idleMs = 5_000;
/** Remaining time is guessed only from so much work. */
const minProgress = 0.02;

/** Why a job ends early. */
type Ending = 'cancelled' | 'stopping';

/** Makes exports, one after the other. */
export class Exporter {
  readonly #queue: ExportQueue;
  #isStopping = false;
  #wake = new AbortController();
  /** The job that is being done. */
  #job: { claimed: RecordingExport; ending: AbortController } | null = null;
  #running: Promise<void> | undefined;

  constructor(queue: ExportQueue) {
    this.#queue = queue;
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** Looks into the queue at once. */
  wake(): void {
    this.#wake.abort();
  }

  /** Puts back what is being done: at once, since the bucket may be slow to take the rest of a file, or away. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#job?.ending.abort('stopping' satisfies Ending);
    this.wake();
    if (this.#job) await this.#queue.release(this.#job.claimed);
    await this.#running;
  }

  async #loop(): Promise<void> {
    while (!this.#isStopping) {
      this.#wake = new AbortController();
      const { signal } = this.#wake;
      try {
        const claimed = await this.#queue.claim();
        if (claimed) {
          await this.#make(claimed);
          continue;
        }
      } catch (error) {
        log.warn({ err: error }, 'exporter: the queue cannot be read; will retry');
      }
      if (!this.#isStopping) await sleep(idleMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #make(claimed: RecordingExport): Promise<void> {
    const { id: exportId, organizationId, format } = claimed;
    const ending = new AbortController();
    if (this.#isStopping) {
      await this.#queue.release(claimed);
      return;
    }
    this.#job = { claimed, ending };
    const job = new ExportJob(claimed, ending.signal);
    const startedMs = performance.now();
    const finished = new AbortController();
    const reporting = this.#report(claimed, job, ending, finished.signal);
    try {
      const files = await job.run();
      finished.abort();
      await reporting;
      ending.signal.throwIfAborted();
      if (!(await this.#queue.finish(claimed, files))) await this.#queue.removeFiles(claimed);
      const seconds = Math.round((performance.now() - startedMs) / 1_000);
      log.info({ exportId, organizationId, format, files: files.length, seconds }, 'exporter: done');
    } catch (error) {
      finished.abort();
      await reporting;
      await this.#queue.removeFiles(claimed);
      if (ending.signal.aborted) {
        log.info({ exportId, reason: ending.signal.reason }, 'exporter: ended early');
      } else {
        const fault = error instanceof ExportError ? error.fault : 'cannot_read';
        log.warn({ err: error, exportId, organizationId, fault }, 'exporter: failed');
        await this.#queue.fail(claimed, fault);
      }
    } finally {
      this.#job = null;
    }
  }

  /** Tells the progress until the job has finished, and cancels it once nobody wants it. */
  async #report(
    claimed: RecordingExport,
    job: ExportJob,
    ending: AbortController,
    finished: AbortSignal,
  ): Promise<void> {
    const startedMs = performance.now();
    while (!finished.aborted && !ending.signal.aborted) {
      await sleep(reportIntervalMs, undefined, { signal: finished }).catch(() => undefined);
      if (finished.aborted || ending.signal.aborted) return;
      const { progress } = job;
      const remainingMs =
        progress < minProgress ? null : Math.round((performance.now() - startedMs) * (1 / progress - 1));
      try {
        if (!(await this.#queue.report(claimed, progress, remainingMs))) ending.abort('cancelled' satisfies Ending);
      } catch (error) {
        log.warn({ err: error, exportId: claimed.id }, 'exporter: progress could not be told');
      }
    }
  }
}
