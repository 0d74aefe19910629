import { randomBytes } from 'node:crypto';
import { firstPermitMs, type WorkerFailure, type WorkerSpec } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import { type WorkerDriver, WorkerStartError } from '../drivers/worker-driver';
import type { LeasedStream } from '../store/leased-stream';
import type { StreamRecords } from '../store/stream-records';
import { type Clock, sleepBy } from '../time/clock';
import type { WorkingClock } from '../time/working-clock';
import type { WorkerControl } from '../worker-api/worker-control';
import { type KnownWorker, makeKnownWorker, workerIdPrefix } from './known-worker';
import type { LeaseHolder } from './leases/lease-holder';
import { endReason } from './plan';
import { StartPace } from './starts/start-pace';
import { StartQueue } from './starts/start-queue';
import { continueTotals, type KnownStream, type StreamRegistry } from './stream-registry';

/** A slower start no longer delays the next one. */
const startTurnMs = 3_000;
/** A start that takes longer gets its full share of the processors, so that its first report is answered in time. */
const smallShareMs = 8_000;
const restart = { firstMs: 100, capMs: 5_000 };
/** The failures of a worker that was ready for this long count from one again. */
const steadyAfterMs = 10_000;
const checkIntervalMs = 500;
/** Time for a worker to end after its permit has run out. */
const permitMarginMs = 1_000;

/** Something of it may be there. */
const isStarted = ({ phase }: KnownWorker): boolean => phase === 'starting' || phase === 'running';

export interface WorkerLifecycleOptions {
  gatewayId: string;
  driver: WorkerDriver;
  leases: LeaseHolder;
  registry: StreamRegistry;
  records: StreamRecords;
  control: WorkerControl;
  clock: Clock;
  workingClock: WorkingClock;
  specOf(stream: LeasedStream, worker: KnownWorker): WorkerSpec;
  /** Disconnects all callers of a stream whose worker has ended or is about to. */
  onStreamClosed(streamId: string): void;
  /** The reconciler may have to act. */
  onChange(): void;
}

/** Starts and ends workers. Each call returns at once; the outcome shows in the registry. */
export class WorkerLifecycle {
  readonly #options: WorkerLifecycleOptions;
  readonly #starts: StartQueue;
  readonly #pace: StartPace;

  constructor(options: WorkerLifecycleOptions) {
    this.#options = options;
    this.#starts = new StartQueue(options.driver.maxConcurrentStarts);
    this.#pace = new StartPace(options.clock);
  }

  /** Queues the start of a worker, unless its stream has been restarted too often; the next pass asks again. */
  start(known: KnownStream): void {
    const { id, organizationId, generation } = known.stream;
    if (!this.#pace.admits(id, generation)) return;
    const workerId = `${workerIdPrefix(id)}${generation}-${randomBytes(4).toString('hex').slice(0, 5)}`;
    const { driver, clock, workingClock } = this.#options;
    const worker = makeKnownWorker({
      workerId,
      phase: 'queued',
      generation,
      node: driver.node,
      nowMs: clock.nowMs(),
      workingMs: workingClock.nowMs(),
    });
    known.worker = worker;
    this.#starts.add(organizationId, () => this.#startNow(known, worker));
  }

  /** Ends a worker of this gateway. @param reason a sentence for the user; null where the user asked for it */
  stop(known: KnownStream, worker: KnownWorker, reason: string | null = null): void {
    this.#options.onStreamClosed(known.stream.id);
    worker.stopping = true;
    worker.killReason = reason;
    if (isStarted(worker)) void this.#endUntilGone(known, worker);
    else this.#forget(known, worker);
  }

  /**
   * Releases the worker of a stream that this gateway no longer holds, and that another gateway may have adopted. Ends
   * it where no other gateway holds its stream; elsewhere it is dismissed by its next report.
   */
  release(known: KnownStream, worker: KnownWorker): void {
    worker.stopping = true;
    if (isStarted(worker)) void this.#releaseUntilGone(known, worker);
    else this.#forget(known, worker);
  }

  /** Receives the end of a worker from the driver. */
  receiveEnd(workerId: string, how: string, failure: WorkerFailure | null): void {
    const found = this.#options.registry.findWorker(workerId);
    if (found) this.#onEnded(found.known, found.worker, how, failure);
  }

  async #startNow(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { driver, leases, clock, workingClock, specOf, onChange } = this.#options;
    // It was forgotten while it waited.
    if (known.worker !== worker) return;
    const isPrepared = await this.#prepareStart(known, worker).catch((error: unknown) => {
      log.warn({ err: error, workerId: worker.workerId }, 'workers: cannot record a start; will retry');
      return false;
    });
    if (known.worker !== worker) return;
    if (!isPrepared || !leases.mayStart(known.stream.id)) {
      // The reconciler's next pass decides again.
      known.worker = null;
      return;
    }
    worker.phase = 'starting';
    const turn = new Promise<void>((resolve) => {
      worker.endStartTurn = resolve;
    });
    try {
      worker.address = await driver.ensure(specOf(known.stream, worker));
    } catch (error) {
      log.error({ err: error, workerId: worker.workerId }, 'workers: cannot start a worker');
      this.#onEnded(known, worker, 'not started', error instanceof WorkerStartError ? error.failure : null);
      return;
    }
    if (worker.phase === 'starting') {
      // Its first report may have been faster.
      worker.phase = 'running';
      worker.lastReportAtMs = workingClock.nowMs();
      worker.notReadySinceMs = worker.lastReportAtMs;
      worker.permittedUntilMs = clock.nowMs() + firstPermitMs;
    }
    log.info({ streamId: known.stream.id, workerId: worker.workerId, address: worker.address }, 'workers: started');
    onChange();
    // Many starts at once would take the processors from live cameras; but viewers wait for one that replaces a lost worker.
    if (this.#starts.waitingCount > 0 && known.failures === 0) {
      driver.setProcessorShare(worker.workerId, 'small');
      void Promise.race([turn, sleepBy(clock, smallShareMs)]).then(() =>
        driver.setProcessorShare(worker.workerId, 'full'),
      );
    }
    await Promise.race([turn, sleepBy(clock, startTurnMs)]);
  }

  /** Records the worker before its start. @returns whether it may be started */
  async #prepareStart(known: KnownStream, worker: KnownWorker): Promise<boolean> {
    const { gatewayId, leases, records } = this.#options;
    const { id, generation } = known.stream;
    // While Postgres is away only a gateway that is alone starts unrecorded workers, and only for rows that name a
    // worker: a row without one would let the next gateway start another at once.
    if (!leases.isConnected) return leases.isAlone && known.stream.worker !== null;
    await continueTotals(known, records, false);
    const { workerId, node } = worker;
    return records.recordWorker(id, { gatewayId, generation, workerId, node, address: null });
  }

  async #endUntilGone(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { driver, clock } = this.#options;
    while (known.worker === worker) {
      try {
        if (worker.node === driver.node) await driver.remove(worker.workerId);
        else await this.#untilGoneElsewhere(worker);
        this.#onEnded(known, worker, 'as requested', null);
      } catch (error) {
        log.warn({ err: error, workerId: worker.workerId }, 'workers: cannot end a worker; will retry');
        await sleepBy(clock, checkIntervalMs);
      }
    }
  }

  /** A worker on another node ends when an answer dismisses it, or when its permit runs out. */
  async #untilGoneElsewhere(worker: KnownWorker): Promise<void> {
    const { control, clock } = this.#options;
    while (clock.nowMs() < worker.permittedUntilMs + permitMarginMs) {
      const { workerId, address, wasDismissed } = worker;
      if (wasDismissed && address && !(await control.answers(workerId, address))) return;
      await sleepBy(clock, checkIntervalMs);
    }
  }

  async #releaseUntilGone(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { records, gatewayId, clock } = this.#options;
    while (known.worker === worker && clock.nowMs() < worker.permittedUntilMs + permitMarginMs) {
      try {
        const [owner] = await records.findWorkerOwners([worker.workerId]);
        const isElsewhere = owner !== undefined && owner.gatewayId !== null && owner.gatewayId !== gatewayId;
        if (!isElsewhere) return await this.#endUntilGone(known, worker);
      } catch (error) {
        log.warn({ err: error, workerId: worker.workerId }, 'workers: cannot read the owner of a worker; will retry');
      }
      await sleepBy(clock, checkIntervalMs);
    }
    this.#forget(known, worker);
  }

  #forget(known: KnownStream, worker: KnownWorker): void {
    if (known.worker !== worker) return;
    known.worker = null;
    known.vitals.workerEnded();
    worker.endStartTurn();
    this.#options.onChange();
  }

  #onEnded(known: KnownStream, worker: KnownWorker, how: string, failure: WorkerFailure | null): void {
    if (known.worker !== worker) return;
    const { workingClock, clock, onStreamClosed, onChange } = this.#options;
    const streamId = known.stream.id;
    this.#forget(known, worker);
    onStreamClosed(streamId);
    if (worker.stopping && worker.killReason === null) {
      log.info({ streamId, workerId: worker.workerId, how }, 'workers: stopped');
      return;
    }
    const nowMs = workingClock.nowMs();
    const wasSteady = worker.readyAtMs !== null && nowMs - worker.readyAtMs > steadyAfterMs;
    known.failures = wasSteady ? 1 : known.failures + 1;
    // What a worker says of itself is closer to the cause than what its driver sees.
    const cause = worker.failure ?? failure;
    known.lastFailure = worker.killReason ?? cause?.reason ?? endReason(how);
    known.isFinal = cause?.retryable === false;
    const waitMs = wasSteady ? 0 : backoffMs(known.failures - 1, restart);
    known.retryAtMs = nowMs + waitMs;
    clock.after(waitMs, onChange);
    const { failures, lastFailure } = known;
    log.warn({ streamId, workerId: worker.workerId, how, lastFailure, failures, waitMs }, 'workers: lost');
  }
}
