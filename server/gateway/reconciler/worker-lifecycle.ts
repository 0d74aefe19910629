import { randomBytes } from 'node:crypto';
import { firstPermitMs, type WorkerSpec } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import type { WorkerDriver } from '../drivers/worker-driver';
import type { LeasedStream } from '../store/leased-stream';
import type { StreamRecords } from '../store/stream-records';
import type { WorkerControl } from '../worker-api/worker-control';
import { type Clock, sleepBy } from './clock';
import { type KnownWorker, makeKnownWorker, workerIdPrefix } from './known-worker';
import type { LeaseHolder } from './lease-holder';
import { unexpectedEnd } from './plan';
import { StartQueue } from './start-queue';
import { continueTotals, type KnownStream, type StreamRegistry } from './stream-registry';
import type { WorkingClock } from './working-clock';

const maxConcurrentStarts = 2;
/** A start that takes longer holds up no other. */
const startTurnMs = 3_000;
const restart = { firstMs: 100, capMs: 5_000 };
/** A worker that was ready for this long had not failed to start; the count of failures begins anew. */
const steadyAfterMs = 10_000;
const lookIntervalMs = 500;
/** A worker whose permit has run out has ended by then. */
const permitMarginMs = 1_000;

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
  /** Nobody may stay connected to this stream: its worker is gone or about to go. */
  onStreamClosed(streamId: string): void;
  /** Something is different that the reconciler may have to act on. */
  onChange(): void;
}

/** Starts, adopts and ends workers. Each call returns at once; what comes of it shows in the registry. */
export class WorkerLifecycle {
  readonly #options: WorkerLifecycleOptions;
  readonly #starts = new StartQueue(maxConcurrentStarts);

  constructor(options: WorkerLifecycleOptions) {
    this.#options = options;
  }

  /** Starts a worker when it is its turn. */
  start(known: KnownStream): void {
    const { id, generation } = known.stream;
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
    this.#starts.add(() => this.#startNow(known, worker));
  }

  /** Ends a worker of this gateway. @param reason why, as a sentence for the user, where nobody has asked for it */
  stop(known: KnownStream, worker: KnownWorker, reason: string | null = null): void {
    this.#options.onStreamClosed(known.stream.id);
    worker.stopping = true;
    worker.killReason = reason;
    if (worker.phase !== 'running') this.#forget(known, worker);
    else void this.#endUntilGone(known, worker);
  }

  /**
   * Lets go of the worker of a stream that this gateway does not hold any more: another gateway may have adopted it. It
   * is ended where the stream needs it no more; else it ends by itself, for it hears so when it reports.
   */
  letGo(known: KnownStream, worker: KnownWorker): void {
    worker.stopping = true;
    if (worker.phase !== 'running') this.#forget(known, worker);
    else void this.#letGoUntilGone(known, worker);
  }

  /** The driver has seen a worker end. */
  ended(workerId: string, how: string): void {
    const found = this.#options.registry.findWorker(workerId);
    if (found) this.#onEnded(found.known, found.worker, how);
  }

  async #startNow(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { driver, leases, clock, workingClock, specOf, onChange } = this.#options;
    const isPrepared = await this.#prepareStart(known, worker).catch((error: unknown) => {
      log.warn({ err: error, workerId: worker.workerId }, 'workers: a start is not recorded; will try again');
      return false;
    });
    if (known.worker !== worker) return;
    if (!isPrepared || !leases.mayStart(known.stream.id)) {
      // The next look of the reconciler sees what is to be done now.
      known.worker = null;
      return;
    }
    worker.phase = 'running';
    worker.lastReportAtMs = workingClock.nowMs();
    worker.notReadySinceMs = worker.lastReportAtMs;
    worker.permittedUntilMs = clock.nowMs() + firstPermitMs;
    const heard = new Promise<void>((resolve) => {
      worker.endStartTurn = resolve;
    });
    try {
      worker.address = await driver.ensure(specOf(known.stream, worker));
    } catch (error) {
      log.error({ err: error, workerId: worker.workerId }, 'workers: a worker cannot be started');
      this.#onEnded(known, worker, 'not started');
      return;
    }
    log.info({ streamId: known.stream.id, workerId: worker.workerId, address: worker.address }, 'workers: started');
    onChange();
    await Promise.race([heard, sleepBy(clock, startTurnMs)]);
  }

  /** @returns whether it is recorded that this worker is going to run, where that can be and has to be */
  async #prepareStart(known: KnownStream, worker: KnownWorker): Promise<boolean> {
    const { gatewayId, leases, records } = this.#options;
    const { id, generation } = known.stream;
    // In an outage of Postgres a gateway that is alone starts without. A row that names no worker would let the gateway
    // after it start another at once.
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
        this.#onEnded(known, worker, 'as asked');
      } catch (error) {
        log.warn({ err: error, workerId: worker.workerId }, 'workers: a worker is not ended; will try again');
        await sleepBy(clock, lookIntervalMs);
      }
    }
  }

  /** A worker on another node ends because its reports are answered so, or because they are not answered any more. */
  async #untilGoneElsewhere(worker: KnownWorker): Promise<void> {
    const { control, clock } = this.#options;
    while (clock.nowMs() < worker.permittedUntilMs + permitMarginMs) {
      const { workerId, address, wasDismissed } = worker;
      if (wasDismissed && address && !(await control.answers(workerId, address))) return;
      await sleepBy(clock, lookIntervalMs);
    }
  }

  async #letGoUntilGone(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { records, gatewayId, clock } = this.#options;
    while (known.worker === worker && clock.nowMs() < worker.permittedUntilMs + permitMarginMs) {
      try {
        const [owner] = await records.findWorkerOwners([worker.workerId]);
        const isOthers = owner !== undefined && owner.gatewayId !== null && owner.gatewayId !== gatewayId;
        if (!isOthers) return await this.#endUntilGone(known, worker);
      } catch (error) {
        log.warn({ err: error, workerId: worker.workerId }, 'workers: not known whose a worker is; will ask again');
      }
      await sleepBy(clock, lookIntervalMs);
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

  #onEnded(known: KnownStream, worker: KnownWorker, how: string): void {
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
    known.lastFailure = worker.killReason ?? worker.failure?.reason ?? unexpectedEnd;
    known.isHopeless = worker.failure?.retryable === false;
    const waitMs = wasSteady ? 0 : backoffMs(known.failures - 1, restart);
    known.retryAtMs = nowMs + waitMs;
    clock.after(waitMs, onChange);
    const { failures, lastFailure } = known;
    log.warn({ streamId, workerId: worker.workerId, how, lastFailure, failures, waitMs }, 'workers: lost');
  }
}
