import type { ProcessorShare, WorkerDriver } from '../drivers/worker-driver';
import type { PlannedWorker } from './plan';

/** Reports are due every second. */
const silentAfterMs = 1_500;
/** A worker that waits so long has a full share until it reports, for its permit is running out. */
const urgentAfterMs = 500;

interface Silence {
  lastReportAtMs: number;
  processorWaitMs: number;
}

/** Tells workers that wait for a processor from those that hang, and which share of the processors each is to have. */
export class SilentWorkers {
  readonly #driver: Pick<WorkerDriver, 'processorWaitMs'>;
  readonly #silences = new WeakMap<PlannedWorker, Silence>();

  constructor(driver: Pick<WorkerDriver, 'processorWaitMs'>) {
    this.#driver = driver;
  }

  /** Notes how long a worker has waited since it became silent. Is to be called once a second or more often. */
  note(worker: PlannedWorker, nowMs: number): void {
    const { workerId, lastReportAtMs } = worker;
    worker.waitedMs = 0;
    if (nowMs - lastReportAtMs < silentAfterMs) return;
    const processorWaitMs = this.#driver.processorWaitMs(workerId);
    const silence = this.#silences.get(worker);
    if (silence?.lastReportAtMs === lastReportAtMs) worker.waitedMs = processorWaitMs - silence.processorWaitMs;
    else this.#silences.set(worker, { lastReportAtMs, processorWaitMs });
  }
}

/** The share of the processors that a worker is to have; null while it starts, when its start decides. */
export function shareOf({ signal, waitedMs, notReadySinceMs }: PlannedWorker): ProcessorShare | null {
  if (notReadySinceMs !== null) return null;
  return signal === 'live' && waitedMs < urgentAfterMs ? 'part' : 'full';
}
