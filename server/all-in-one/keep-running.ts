import { backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import { log } from '@/lib/platform/log';
import type { Child } from './child';

/** How a process is asked to end; see {@link Child.stop}. */
export interface StopSettings {
  signal: NodeJS.Signals;
  timeoutMs: number;
}

export interface KeptRunning {
  /**
   * Ends the current process, and has another started at once. Settles when that runs, or `stopping` is aborted.
   * @param how by default as for good
   */
  restart(how?: StopSettings): Promise<void>;
  /** Ends the current process for good; call it after `stopping` is aborted. */
  stop(): Promise<void>;
}

export interface KeepRunningOptions {
  /** For the log. */
  name: string;
  start(): Promise<Child>;
  stop: StopSettings;
  stopping: AbortSignal;
}

const backoff = { firstMs: 50, capMs: 10_000 };
/** A process that ran for this long before it ended counts as working. */
const steadyAfterMs = 10_000;

/**
 * Starts a process, and starts it again whenever it ends before `stopping` is aborted. Restarts a process that has
 * worked immediately, because viewers see its outage, and others with capped back-off.
 * @throws what the first start throws
 */
export async function keepRunning({ name, start, stop, stopping }: KeepRunningOptions): Promise<KeptRunning> {
  let current = await start();
  /** Set while a restart was asked for. */
  let onRestarted: (() => void) | null = null;
  let starting: Promise<number> | undefined;

  /** @returns the number of attempts that failed */
  async function startAgain(delayMs: number, failures: number): Promise<number> {
    await pause(delayMs, stopping);
    if (stopping.aborted) return failures;
    try {
      current = await start();
      return failures;
    } catch (error) {
      if (stopping.aborted) return failures;
      log.error({ process: name, err: error }, 'a process could not be started again');
      return startAgain(backoffMs(failures, backoff), failures + 1);
    }
  }

  async function watch(): Promise<void> {
    for (let failures = 0; ; ) {
      const startedAtMs = performance.now();
      const how = await current.ended;
      if (stopping.aborted) return;
      const settle = onRestarted;
      onRestarted = null;
      const hasWorked = settle !== null || performance.now() - startedAtMs >= steadyAfterMs;
      if (hasWorked) failures = 0;
      const delayMs = hasWorked ? 0 : backoffMs(failures, backoff);
      if (settle) log.info({ process: name }, 'a process is being started again, as asked');
      else
        log.warn({ process: name, how, failures, delayMs }, 'a process ended unexpectedly and is being started again');
      starting = startAgain(delayMs, hasWorked ? 0 : failures + 1);
      failures = await starting;
      settle?.();
    }
  }

  const watching = watch();
  return {
    async restart({ signal, timeoutMs } = stop) {
      await starting;
      const restarted = new Promise<void>((resolve) => {
        onRestarted = resolve;
      });
      await current.stop(signal, timeoutMs);
      await Promise.race([restarted, watching]);
    },
    async stop() {
      await current.stop(stop.signal, stop.timeoutMs);
      await watching;
      // The end may have come in the middle of a new start.
      await current.stop(stop.signal, stop.timeoutMs);
    },
  };
}
