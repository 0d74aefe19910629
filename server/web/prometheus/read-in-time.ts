import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/platform/log';

/** Prometheus gives up after ten seconds, and would take web for dead while Postgres is away. */
const timeoutMs = 2_000;

/** @param what is counted, for the log. @returns null where that fails or takes too long: other metrics still answer */
export const readInTime = <Counts>(what: string, counting: Promise<Counts>): Promise<Counts | null> =>
  Promise.race([counting, tooLate()]).catch((error: unknown) => {
    log.warn({ err: error }, `metrics: ${what} cannot be counted`);
    return null;
  });

async function tooLate(): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false });
  throw new Error('Postgres has not answered in time.');
}
