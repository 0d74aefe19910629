import type { WorkerDriver } from '../drivers/worker-driver';
import type { PlannedWorker } from './plan';

/** Reports are due every second. */
const silentAfterMs = 1_500;
/** A ready worker that waits so long gets a large share until it reports, for its permit is running out. */
const urgentAfterMs = 500;

interface Silence {
  lastReportAtMs: number;
  processorWaitMs: number;
  hasLargeShare: boolean;
}

/** Tells workers that wait for a processor from those that hang, and helps them. */
export class SilentWorkers {
  readonly #driver: Pick<WorkerDriver, 'processorWaitMs' | 'setProcessorShare'>;
  readonly #silences = new WeakMap<PlannedWorker, Silence>();

  constructor(driver: Pick<WorkerDriver, 'processorWaitMs' | 'setProcessorShare'>) {
    this.#driver = driver;
  }

  /** Notes how long a worker has waited since it became silent. Is to be called once a second or more often. */
  note(worker: PlannedWorker, nowMs: number): void {
    const { workerId, lastReportAtMs } = worker;
    const known = this.#silences.get(worker);
    const silence = known?.lastReportAtMs === lastReportAtMs ? known : null;
    if (known && !silence) {
      this.#silences.delete(worker);
      if (known.hasLargeShare) this.#driver.setProcessorShare(workerId, 'full');
    }
    worker.waitedMs = 0;
    if (nowMs - lastReportAtMs < silentAfterMs) return;
    const processorWaitMs = this.#driver.processorWaitMs(workerId);
    if (!silence) {
      this.#silences.set(worker, { lastReportAtMs, processorWaitMs, hasLargeShare: false });
      return;
    }
    worker.waitedMs = processorWaitMs - silence.processorWaitMs;
    if (silence.hasLargeShare || worker.notReadySinceMs !== null || worker.waitedMs < urgentAfterMs) return;
    silence.hasLargeShare = true;
    this.#driver.setProcessorShare(workerId, 'large');
  }
}
