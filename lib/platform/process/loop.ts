import { type BackoffOptions, backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import { type Logger, log as programLog } from '../log';

export interface LoopOptions {
  /** Names the work, for the log. */
  name: string;
  /** One round. An object that it returns is logged at debug level. @param signal aborts when the loop is to stop */
  work(signal: AbortSignal): Promise<object> | Promise<void>;
  /** From the end of one round to the next; what depends on that round is a function. */
  intervalMs: number | (() => number);
  /** The waits after failed rounds. */
  retry: BackoffOptions;
  /** Where the program's own log is not the right one. */
  log?: Logger;
}

/**
 * Repeats a piece of work from {@link Loop.start} until {@link Loop.stop}, with growing waits while it fails. A streak of
 * failures is logged at its beginning and at its end. Work that lasts as long as a connection takes `stayConnected`
 * (lib/core/backoff.ts), and work that has to succeed once takes `retry`.
 */
export class Loop {
  readonly #options: LoopOptions;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** The first round begins at once. */
  start(): void {
    this.#running = this.#run();
  }

  /** Begins the next round at once, or right after the current one. A wait after a failure stays as long as it is. */
  wake(): void {
    this.#wake.abort();
  }

  /** Aborts the signal of the current round, and waits for its end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, work, intervalMs, retry, log = programLog } = this.#options;
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      // Set before the round: a wake-up during it starts another one right after.
      this.#wake = new AbortController();
      try {
        const result = await work(signal);
        if (result) log.debug({ loop: name, ...result }, 'loop: done');
        if (failures > 0) log.info({ loop: name, failures }, 'loop: works again');
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (failures++ === 0) log.warn({ err: error, loop: name }, 'loop: fails; will retry');
      }
      // Nothing but the stop shortens the wait after a failure, so that a returning service is not rushed.
      if (failures > 0) await pause(backoffMs(failures - 1, retry), signal);
      else await pause(typeof intervalMs === 'function' ? intervalMs() : intervalMs, this.#wake.signal);
    }
  }
}
