import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import type { Child } from './child';

export interface KeptRunning<Process extends Child> {
  /** The process of the first start. */
  first: Process;
  /** Ends the current process, and has another started at once. Settles when that runs, or `stopping` is aborted. */
  restart(signal: NodeJS.Signals, timeoutMs: number): Promise<void>;
  /** Ends the current process for good; call it after `stopping` is aborted. See {@link Child.stop}. */
  stop(signal: NodeJS.Signals, timeoutMs: number): Promise<void>;
}

const backoff = { firstMs: 50, capMs: 10_000 };
/** A process that ran for this long before it ended counts as working. */
const steadyAfterMs = 10_000;

/**
 * Starts a process, and starts it again whenever it ends before `stopping` is aborted. Restarts a process that has
 * worked immediately, because viewers see its outage, and others with capped back-off.
 * @param name for the log
 * @throws what the first start throws
 */
export async function keepRunning<Process extends Child>(
  name: string,
  start: () => Promise<Process>,
  stopping: AbortSignal,
): Promise<KeptRunning<Process>> {
  const first = await start();
  let current: Child = first;
  /** Set while a restart was asked for. */
  let onRestarted: (() => void) | null = null;
  let starting: Promise<number> | undefined;

  /** @returns the number of attempts that failed */
  async function startAgain(delayMs: number, failures: number): Promise<number> {
    await sleep(delayMs, undefined, { signal: stopping }).catch(() => undefined);
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
    first,
    async restart(signal, timeoutMs) {
      await starting;
      const restarted = new Promise<void>((resolve) => {
        onRestarted = resolve;
      });
      await current.stop(signal, timeoutMs);
      await Promise.race([restarted, watching]);
    },
    async stop(signal, timeoutMs) {
      await current.stop(signal, timeoutMs);
      await watching;
      // The end may have come in the middle of a new start.
      await current.stop(signal, timeoutMs);
    },
  };
}
