import { firstPermitMs, type WorkerSpec } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import { isWanted } from '@/lib/streams/state/stream-state';
import type { WorkerDriver } from '../drivers/worker-driver';
import type { LeasedStream } from '../store/leased-stream';
import type { StreamRecords } from '../store/stream-records';
import type { Clock } from '../time/clock';
import type { WorkingClock } from '../time/working-clock';
import type { WorkerControl } from '../worker-api/worker-control';
import { generationOf, type KnownWorker, makeKnownWorker, workerIdPrefix } from './known-worker';
import type { LeaseHolder } from './leases/lease-holder';
import { continueTotals, type KnownStream } from './stream-registry';

const contactIntervalMs = 250;

export interface WorkerAdoptionOptions {
  driver: WorkerDriver;
  leases: LeaseHolder;
  records: StreamRecords;
  control: WorkerControl;
  clock: Clock;
  workingClock: WorkingClock;
  specOf(stream: LeasedStream, worker: KnownWorker): WorkerSpec;
  /** Disconnects all callers of a stream whose worker is gone. */
  onStreamClosed(streamId: string): void;
  /** The reconciler may have to act. */
  onChange(): void;
}

/** Adopts workers that another gateway, or this one before its restart, started. */
export class WorkerAdoption {
  readonly #options: WorkerAdoptionOptions;

  constructor(options: WorkerAdoptionOptions) {
    this.#options = options;
  }

  /** Notes the worker that the stream's row names; {@link contact} checks whether it lives. */
  note(known: KnownStream): void {
    const recorded = known.stream.worker;
    if (!recorded) return;
    const { clock, workingClock } = this.#options;
    known.worker = makeKnownWorker({
      workerId: recorded.workerId,
      phase: 'found',
      generation: generationOf(recorded.workerId),
      node: recorded.node,
      nowMs: clock.nowMs(),
      workingMs: workingClock.nowMs(),
    });
    known.worker.address = recorded.address;
  }

  /**
   * Asks a found worker to report to this gateway, and adopts it if it answers. One that does not answer is given up
   * once it can no longer run. Returns at once; the outcome shows in the registry.
   */
  contact(known: KnownStream, worker: KnownWorker): void {
    if (worker.isContacted) return;
    worker.isContacted = true;
    this.#contactNow(known, worker)
      .catch((error: unknown) =>
        log.warn({ err: error, workerId: worker.workerId }, 'workers: cannot contact a worker; will retry'),
      )
      .finally(() => {
        if (worker.phase !== 'found') return;
        this.#options.clock.after(contactIntervalMs, () => {
          worker.isContacted = false;
          this.#options.onChange();
        });
      });
  }

  async #contactNow(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { control, driver, leases, clock, onStreamClosed, onChange } = this.#options;
    const { workerId, address, node } = worker;
    const { id, status } = known.stream;
    const answers = address !== null && (await control.follow(workerId, address));
    if (known.worker !== worker || worker.phase !== 'found') return;
    // The lease may have run out during the request; the next contact follows once the leases are read again.
    if (!leases.mayStart(id)) return;
    if (answers) return this.#adopt(known, worker);
    const mayStillRun = clock.nowMs() < leases.orphanEndsAtMs(id, status === 'active');
    if (node === driver.node) {
      const left = (await driver.list()).filter((other) => other.startsWith(workerIdPrefix(id)));
      // On a busy machine it may answer late, and viewers still see its camera.
      if (address !== null && left.includes(workerId) && isWanted(status) && mayStillRun) return;
      await Promise.all(left.map((other) => driver.remove(other)));
    }
    const mayRunElsewhere = node !== driver.node || leases.mayHaveUnrecordedWorker(id);
    if (mayRunElsewhere && mayStillRun) return;
    if (known.worker !== worker || worker.phase !== 'found') return;
    log.info({ streamId: id, workerId }, 'workers: the recorded worker is gone');
    known.worker = null;
    onStreamClosed(id);
    onChange();
  }

  async #adopt(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { driver, records, workingClock, clock, specOf, onChange } = this.#options;
    const { stream } = known;
    const nowMs = workingClock.nowMs();
    worker.phase = 'running';
    worker.lastReportAtMs = nowMs;
    worker.permittedUntilMs = clock.nowMs() + firstPermitMs;
    worker.signal = stream.signal;
    worker.media = stream.media;
    if (stream.status === 'active') {
      worker.notReadySinceMs = null;
      worker.readyAtMs = nowMs;
    }
    log.info({ streamId: stream.id, workerId: worker.workerId }, 'workers: adopted');
    onChange();
    // The driver then reports when it ends.
    if (worker.node === driver.node) await driver.ensure(specOf(stream, worker));
    await continueTotals(known, records, true);
  }
}
