import { setTimeout as sleep } from 'node:timers/promises';
import { type BackoffOptions, backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';

export interface WorkLoopOptions {
  /** One round. */
  work(): Promise<void>;
  /** Time until the next round, unless something wakes the loop. */
  intervalMs(): number;
  /** The delays after failures. */
  retry: BackoffOptions;
  /** Log messages: at the first failure, and when a round succeeds again. */
  says: { failing: string; working: string };
  onFailure?(): void;
}

/** Repeats a piece of work until stopped, with growing delays while it fails. */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Begins the next round at once, or right after the current one. */
  wake(): void {
    this.#wake.abort();
  }

  async #run(): Promise<void> {
    const { work, intervalMs, retry, says, onFailure } = this.#options;
    const stopped = this.#stopping.signal;
    for (let failures = 0; !stopped.aborted; ) {
      // Set before the round: a wake-up during it starts another one right after.
      this.#wake = new AbortController();
      try {
        await work();
        if (failures > 0) log.info(says.working);
        failures = 0;
        await pause(intervalMs(), AbortSignal.any([stopped, this.#wake.signal]));
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, says.failing);
        onFailure?.();
        // Nothing shortens this wait, so that a returning service is not rushed.
        await pause(backoffMs(failures++, retry), stopped);
      }
    }
  }
}

/** Waits; an abort ends the wait early. */
async function pause(durationMs: number, aborted: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal: aborted }).catch(() => undefined);
}
