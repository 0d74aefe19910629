import type { ProcessorShare, WorkerDriver } from '../drivers/worker-driver';
import type { PlannedWorker } from './plan';

/** Reports are due every second. */
const silentAfterMs = 1_500;
/** A worker that is silent this long gets a full share until it reports, because its permit is running out. */
const urgentAfterMs = 500;

type SilentWorker = Pick<PlannedWorker, 'workerId' | 'lastReportAtMs'>;

interface Silence {
  lastReportAtMs: number;
  processorWaitMs: number;
}

/** Tells workers that wait for a processor from those that hang, and which share of the processors each is to have. */
export class SilentWorkers {
  readonly #driver: Pick<WorkerDriver, 'processorWaitMs'>;
  readonly #silences = new WeakMap<SilentWorker, Silence>();

  constructor(driver: Pick<WorkerDriver, 'processorWaitMs'>) {
    this.#driver = driver;
  }

  /** @returns how long a worker has waited since it became silent */
  note(worker: SilentWorker, nowMs: number): number {
    const { workerId, lastReportAtMs } = worker;
    if (nowMs - lastReportAtMs < silentAfterMs) return 0;
    const processorWaitMs = this.#driver.processorWaitMs(workerId);
    const silence = this.#silences.get(worker);
    if (silence?.lastReportAtMs === lastReportAtMs) return processorWaitMs - silence.processorWaitMs;
    this.#silences.set(worker, { lastReportAtMs, processorWaitMs });
    return 0;
  }
}

/** The share of the processors that a worker is to have; null while it starts, when its start decides. */
export function shareOf({
  signal,
  waitedMs,
  notReadySinceMs,
}: Pick<PlannedWorker, 'signal' | 'waitedMs' | 'notReadySinceMs'>): ProcessorShare | null {
  if (notReadySinceMs !== null) return null;
  return signal === 'live' && waitedMs < urgentAfterMs ? 'part' : 'full';
}
