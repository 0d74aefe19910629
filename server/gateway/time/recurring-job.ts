import { setTimeout as sleep } from 'node:timers/promises';
import { type BackoffOptions, backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';

export interface RecurringJobOptions {
  /** For the log. */
  name: string;
  /** @returns what it did, for the log */
  run(signal: AbortSignal): Promise<object>;
  /** From the end of one run to the next. */
  intervalMs: number;
  /** After failed runs. */
  retry: BackoffOptions;
}

/** Runs a job at an interval until it is stopped, and retries failed runs. */
export class RecurringJob {
  readonly #options: RecurringJobOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: RecurringJobOptions) {
    this.#options = options;
  }

  /** The first run begins at once. */
  start(): void {
    this.#running = this.#loop();
  }

  /** Aborts the present run's signal and waits for its end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #loop(): Promise<void> {
    const { name, run, intervalMs, retry } = this.#options;
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      try {
        log.debug({ job: name, ...(await run(signal)) }, 'job: done');
        failures = 0;
      } catch (error) {
        failures++;
        log.warn({ err: error, job: name, failures }, 'job: failed; will retry');
      }
      const waitMs = failures > 0 ? backoffMs(failures - 1, retry) : intervalMs;
      // The sleep rejects only when stop() aborts it.
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
