import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';

const retry = { firstMs: 250, capMs: 5_000 };

export interface CheckLoopOptions {
  /** What is checked, for the log. */
  what: string;
  check(): Promise<void>;
  /** Until the next check, unless something wakes the loop. */
  intervalMs(): number;
  onFailure?(): void;
}

/** Repeats a check until it is stopped; while it fails, with growing delays. */
export class CheckLoop {
  readonly #options: CheckLoopOptions;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: CheckLoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Checks at once, or right after the check that is under way. */
  wake(): void {
    this.#wake.abort();
  }

  async #run(): Promise<void> {
    const { what, check, intervalMs, onFailure } = this.#options;
    const stopped = this.#stopping.signal;
    for (let failures = 0; !stopped.aborted; ) {
      // Before the check: what is told during it is checked right after it.
      this.#wake = new AbortController();
      try {
        await check();
        if (failures > 0) log.info(`${what}: participants are checked again`);
        failures = 0;
        await pause(intervalMs(), AbortSignal.any([stopped, this.#wake.signal]));
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, `${what}: participants cannot be checked; trying again`);
        onFailure?.();
        // Messages do not shorten this wait: LiveKit may be coming back.
        await pause(backoffMs(failures++, retry), stopped);
      }
    }
  }
}

/** Waits; an abort ends the wait early. */
async function pause(durationMs: number, aborted: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal: aborted }).catch(() => undefined);
}
