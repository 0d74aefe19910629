import { secondMs } from '@/lib/core/durations';
import { pause } from '@/lib/core/pause';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';

/** A row of a queue. */
interface Queued {
  id: string;
  organizationId: string;
}

/** Work that is counted from 0 to 1. */
interface Job<Result> {
  readonly progress: number;
  /** @throws the reason of the signal that it was opened with */
  run(): Promise<Result>;
}

/** Work that waits in Postgres, as one exporter sees it. */
export interface JobQueue<Row extends Queued, Result> {
  /** For the log. */
  readonly name: string;
  /** Takes the next row; null if there is none. */
  claim(): Promise<Row | null>;
  /** Opens what a row asks for. @param signal ends it */
  open(claimed: Row, signal: AbortSignal): Job<Result>;
  /** Renews the lease and tells how far it is. @returns false where it was cancelled, or is another's by now */
  report(claimed: Row, progress: number, remainingMs: number | null): Promise<boolean>;
  /** @returns false where it was cancelled: its files are of no use */
  finish(claimed: Row, result: Result): Promise<boolean>;
  fail(claimed: Row, error: unknown): Promise<void>;
  /** Removes what was written, unless another exporter has it by now. */
  removeFiles(claimed: Row): Promise<void>;
  /** Puts it back, since this process is asked to stop. */
  release(claimed: Row): Promise<void>;
}

/** How often a job's progress is told, and whether it was cancelled is asked. */
const reportIntervalMs = secondMs;
/** How long an empty queue is left alone unless something is announced. */
const idleMs = 5 * secondMs;
/** Remaining time is guessed only from so much work. */
const minProgress = 0.02;

/** Why a job ends early. */
type Ending = 'cancelled' | 'stopping';

/** Does the jobs of a queue, one after the other. */
export class Exporter<Row extends Queued, Result> {
  readonly #queue: JobQueue<Row, Result>;
  readonly #loop: Loop;
  #hasWorked = false;
  /** The job that is being done. */
  #job: { claimed: Row; ending: AbortController } | null = null;

  constructor(queue: JobQueue<Row, Result>) {
    this.#queue = queue;
    this.#loop = new Loop({
      name: queue.name,
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

  async #make(claimed: Row): Promise<void> {
    const { id, organizationId } = claimed;
    const { name: queue } = this.#queue;
    const ending = new AbortController();
    this.#job = { claimed, ending };
    const job = this.#queue.open(claimed, ending.signal);
    const startedMs = performance.now();
    const finished = new AbortController();
    const reporting = this.#report(claimed, job, ending, finished.signal);
    try {
      const result = await job.run();
      finished.abort();
      await reporting;
      ending.signal.throwIfAborted();
      if (!(await this.#queue.finish(claimed, result))) await this.#queue.removeFiles(claimed);
      const seconds = Math.round((performance.now() - startedMs) / 1_000);
      log.info({ queue, id, organizationId, seconds }, 'exporter: done');
    } catch (error) {
      finished.abort();
      await reporting;
      await this.#queue.removeFiles(claimed);
      if (ending.signal.aborted) {
        log.info({ queue, id, reason: ending.signal.reason }, 'exporter: ended early');
      } else {
        log.warn({ err: error, queue, id, organizationId }, 'exporter: failed');
        await this.#queue.fail(claimed, error);
      }
    } finally {
      this.#job = null;
    }
  }

  /** Tells the progress until the job has finished, and cancels it once nobody wants it. */
  async #report(claimed: Row, job: Job<Result>, ending: AbortController, finished: AbortSignal): Promise<void> {
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
        log.warn({ err: error, id: claimed.id }, 'exporter: progress could not be told');
      }
    }
  }
}
