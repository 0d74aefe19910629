import type { WorkerSpec } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { WorkerDriver } from '../drivers/worker-driver';
import type { LeasedStream } from '../store/leased-stream';
import type { StreamRecords } from '../store/stream-records';
import type { Clock, WorkingClock } from '../time/clock';
import type { WorkerControl } from '../worker-control/worker-control';
import type { LeaseHolder } from './leases/lease-holder';
import type { StreamRuntime } from './stream-runtime';
import { workerIdPrefix } from './worker-id';
import type { WorkerRuntime } from './worker-runtime';

const contactIntervalMs = 250;

export interface WorkerAdoptionOptions {
  driver: WorkerDriver;
  leases: LeaseHolder;
  records: StreamRecords;
  control: WorkerControl;
  clock: Clock;
  workingClock: WorkingClock;
  specOf(stream: LeasedStream, worker: WorkerRuntime): WorkerSpec;
  /** Disconnects all callers of a stream whose worker is gone. */
  onStreamClosed(streamId: string): void;
  /** The reconciler may have to act. */
  onChange(): void;
}

/** Talks to workers at their own addresses: adopts those that another gateway, or this one before its restart, started. */
export class WorkerAdoption {
  readonly #options: WorkerAdoptionOptions;

  constructor(options: WorkerAdoptionOptions) {
    this.#options = options;
  }

  /** Notes the worker that the stream's row names; {@link contact} checks whether it lives. */
  note(runtime: StreamRuntime): void {
    const { clock, workingClock } = this.#options;
    runtime.claimed({ nowMs: clock.nowMs(), workingMs: workingClock.nowMs() });
  }

  /**
   * Asks a found worker to report to this gateway, and adopts it if it answers. One that does not answer is given up
   * once it can no longer run. Returns at once; the outcome shows in the registry.
   */
  contact(runtime: StreamRuntime, worker: WorkerRuntime): void {
    if (worker.isContacted) return;
    worker.contacted();
    this.#contactNow(runtime, worker)
      .catch((error: unknown) =>
        log.warn({ err: error, workerId: worker.workerId }, 'workers: cannot contact a worker; will retry'),
      )
      .finally(() => {
        if (worker.phase !== 'found') return;
        this.#options.clock.after(contactIntervalMs, () => {
          worker.contactEnded();
          this.#options.onChange();
        });
      });
  }

  /**
   * Asks a running worker whose reports are missing to report here at once. Its answer alone shows that it lives. Returns
   * at once.
   */
  ask(worker: WorkerRuntime): void {
    const { control, clock, workingClock } = this.#options;
    const { workerId, address, isContacted } = worker;
    if (isContacted || !address) return;
    worker.contacted();
    control
      .follow(workerId, address)
      .then((answers) => answers && worker.answered(workingClock.nowMs()))
      .catch((error: unknown) => log.warn({ err: error, workerId }, 'workers: cannot ask a silent worker'))
      .finally(() => clock.after(contactIntervalMs, () => worker.contactEnded()));
  }

  async #contactNow(runtime: StreamRuntime, worker: WorkerRuntime): Promise<void> {
    const { control, driver, leases, clock, onStreamClosed, onChange } = this.#options;
    const { workerId, address, node } = worker;
    const { id, status } = runtime.stream;
    const answers = address !== null && (await control.follow(workerId, address));
    if (runtime.worker !== worker || worker.phase !== 'found') return;
    // The lease may have run out during the request; the next contact follows once the leases are read again.
    if (!leases.mayStart(id)) return;
    if (answers) return this.#adopt(runtime, worker);
    const mayStillRun = clock.nowMs() < leases.orphanEndsAtMs(id, status === 'active');
    if (node === driver.node) {
      const left = (await driver.list()).filter((other) => other.startsWith(workerIdPrefix(id)));
      // On a busy machine it may answer late, and viewers still see its camera.
      if (address !== null && left.includes(workerId) && isWanted(status) && mayStillRun) return;
      await Promise.all(left.map((other) => driver.remove(other)));
    }
    const mayRunElsewhere = node !== driver.node || leases.mayHaveUnrecordedWorker(id);
    if (mayRunElsewhere && mayStillRun) return;
    if (runtime.worker !== worker || worker.phase !== 'found') return;
    log.info({ streamId: id, workerId }, 'workers: the recorded worker is gone');
    runtime.ended(worker);
    onStreamClosed(id);
    onChange();
  }

  async #adopt(runtime: StreamRuntime, worker: WorkerRuntime): Promise<void> {
    const { driver, records, workingClock, clock, specOf, onChange } = this.#options;
    const { stream } = runtime;
    runtime.adopted(worker, { nowMs: clock.nowMs(), workingMs: workingClock.nowMs() });
    log.info({ streamId: stream.id, workerId: worker.workerId }, 'workers: adopted');
    onChange();
    // The driver then reports when it ends.
    if (worker.node === driver.node) await driver.ensure(specOf(stream, worker));
    await runtime.continueTotals(records, true);
  }
}
