import { secondMs } from '@/lib/core/durations';
import { pause } from '@/lib/core/pause';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import type { RecordingExport } from '@/prisma/generated/client';
import { ExportError } from './export-error';
import { ExportJob } from './export-job';
import type { ExportQueue } from './export-queue';

/** How often an export's progress is told, and whether it was cancelled is asked. */
const reportIntervalMs = secondMs;
/** How long an empty queue is left alone unless something is announced. */
const idleMs = 5 * secondMs;
/** Remaining time is guessed only from so much work. */
const minProgress = 0.02;

/** Why a job ends early. */
type Ending = 'cancelled' | 'stopping';

/** Makes exports, one after the other. */
export class Exporter {
  readonly #queue: ExportQueue;
  readonly #loop: Loop;
  #hasWorked = false;
  /** The job that is being done. */
  #job: { claimed: RecordingExport; ending: AbortController } | null = null;

  constructor(queue: ExportQueue) {
    this.#queue = queue;
    this.#loop = new Loop({
      name: 'exports',
      work: (signal) => this.#makeNext(signal),
      intervalMs: () => (this.#hasWorked ? 0 : idleMs),
      retry: { firstMs: secondMs, capMs: idleMs },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks into the queue at once. */
  wake(): void {
    this.#loop.wake();
  }

  /** Puts back what is being done: at once, since the bucket may be slow to take the rest of a file, or away. */
  async stop(): Promise<void> {
    this.#job?.ending.abort('stopping' satisfies Ending);
    const stopped = this.#loop.stop();
    if (this.#job) await this.#queue.release(this.#job.claimed);
    await stopped;
  }

  async #makeNext(signal: AbortSignal): Promise<void> {
    const claimed = await this.#queue.claim();
    this.#hasWorked = claimed !== null;
    if (!claimed) return;
    if (signal.aborted) await this.#queue.release(claimed);
    else await this.#make(claimed);
  }

  async #make(claimed: RecordingExport): Promise<void> {
    const { id: exportId, organizationId, format } = claimed;
    const ending = new AbortController();
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
      await pause(reportIntervalMs, finished);
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
