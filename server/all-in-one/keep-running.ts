import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import type { Child } from './child';

export interface KeptRunning<Process extends Child> {
  /** The process of the first start. */
  first: Process;
  /** Ends the process of the moment, once `stopping` is aborted; see {@link Child.stop}. */
  stop(signal: NodeJS.Signals, timeoutMs: number): Promise<void>;
}

const backoff = { firstMs: 50, capMs: 10_000 };
/** A process that ran this long before it ended counts as one that works. */
const steadyAfterMs = 10_000;

/**
 * Starts a process, and starts it again whenever it ends before `stopping` is aborted.
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

  async function restart(attempt: number, how: string): Promise<void> {
    log.warn({ process: name, how, attempt }, 'a process ended unexpectedly and is being started again');
    await sleep(backoffMs(attempt, backoff), undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    try {
      current = await start();
    } catch (error) {
      if (stopping.aborted) return;
      log.error({ process: name, err: error }, 'a process could not be started again');
      await restart(attempt + 1, 'did not start');
    }
  }

  async function watch(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const startedAt = Date.now();
      const how = await current.ended;
      if (stopping.aborted) return;
      if (Date.now() - startedAt >= steadyAfterMs) attempt = 0;
      await restart(attempt, how);
    }
  }

  const watching = watch();
  return {
    first,
    async stop(signal, timeoutMs) {
      await current.stop(signal, timeoutMs);
      await watching;
      // The end may have come in the middle of a new start.
      await current.stop(signal, timeoutMs);
    },
  };
}
