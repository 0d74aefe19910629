import type { KnownText } from '@/lib/contracts/catalogue/catalogue';
import type { WorkerFailure, WorkerSpec } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import { type WorkerDriver, WorkerStartError } from '../drivers/worker-driver';
import type { LeasedStream } from '../store/leased-stream';
import type { StreamRecords } from '../store/stream-records';
import { type Clock, sleepBy, type WorkingClock } from '../time/clock';
import type { WorkerControl } from '../worker-control/worker-control';
import type { LeaseHolder } from './leases/lease-holder';
import { RestartBudget } from './starts/restart-budget';
import { StartPace } from './starts/start-pace';
import { isTurnOver, StartQueue } from './starts/start-queue';
import type { StreamRegistry } from './stream-registry';
import type { StreamRuntime } from './stream-runtime';
import type { Moment, WorkerRuntime } from './worker-runtime';

/** A start that takes longer gets its full share of the processors, so that its first report is answered in time. */
const smallShareMs = 8_000;
const checkIntervalMs = 500;
const turnCheckMs = 250;
/** Time for a worker to end after its permit has run out. */
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
  /** Whether programs wait for a processor of this machine. */
  isTooBusy(): boolean;
  specOf(stream: LeasedStream, worker: WorkerRuntime): WorkerSpec;
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
  readonly #restarts: RestartBudget;

  constructor(options: WorkerLifecycleOptions) {
    this.#options = options;
    this.#starts = new StartQueue(options.driver.maxConcurrentStarts);
    this.#pace = new StartPace(options.clock);
    this.#restarts = new RestartBudget(options.clock, options.isTooBusy);
  }

  /**
   * Queues the start of a worker, unless its stream has been restarted too often. Nor does a machine that is too busy
   * replace one more. The next pass asks again.
   */
  start(runtime: StreamRuntime): void {
    const { id, organizationId, generation } = runtime.stream;
    if (!this.#pace.admits(id, generation)) return;
    if (runtime.failures > 0 && !this.#restarts.admits()) return;
    const worker = runtime.queued(this.#options.driver.node, this.#now());
    this.#starts.add(organizationId, () => this.#startNow(runtime, worker));
  }

  /** Ends a worker of this gateway. @param reason null where the user asked for it */
  stop(runtime: StreamRuntime, worker: WorkerRuntime, reason: KnownText | null = null): void {
    this.#options.onStreamClosed(runtime.stream.id);
    worker.stopRequested(reason);
    if (worker.isStarted) void this.#endUntilGone(runtime, worker);
    else this.#forget(runtime, worker);
  }

  /**
   * Releases the worker of a stream that this gateway no longer holds, and that another gateway may have adopted. Ends
   * it where no other gateway holds its stream; elsewhere it is dismissed by its next report.
   */
  release(runtime: StreamRuntime, worker: WorkerRuntime): void {
    worker.stopRequested(null);
    if (worker.isStarted) void this.#releaseUntilGone(runtime, worker);
    else this.#forget(runtime, worker);
  }

  /** Receives the end of a worker from the driver. */
  receiveEnd(workerId: string, how: string, failure: WorkerFailure | null): void {
    const found = this.#options.registry.findWorker(workerId);
    if (found) this.#onEnded(found.runtime, found.worker, how, failure);
  }

  async #startNow(runtime: StreamRuntime, worker: WorkerRuntime): Promise<void> {
    const { driver, leases, clock, specOf, onChange } = this.#options;
    // It was forgotten while it waited.
    if (runtime.worker !== worker) return;
    const isPrepared = await this.#prepareStart(runtime, worker).catch((error: unknown) => {
      log.warn({ err: error, workerId: worker.workerId }, 'workers: cannot record a start; will retry');
      return false;
    });
    if (runtime.worker !== worker) return;
    if (!isPrepared || !leases.mayStart(runtime.stream.id)) {
      // The reconciler's next pass decides again.
      runtime.ended(worker);
      return;
    }
    const turn = worker.starting();
    try {
      const address = await driver.ensure(specOf(runtime.stream, worker));
      worker.started(address, this.#now());
    } catch (error) {
      log.error({ err: error, workerId: worker.workerId }, 'workers: cannot start a worker');
      this.#onEnded(runtime, worker, 'not started', error instanceof WorkerStartError ? error.failure : null);
      return;
    }
    log.info({ streamId: runtime.stream.id, workerId: worker.workerId, address: worker.address }, 'workers: started');
    onChange();
    // Many starts at once would take the processors from live cameras; but viewers wait for one that replaces a lost worker.
    if (this.#starts.waitingCount > 0 && runtime.failures === 0) {
      driver.setProcessorShare(worker.workerId, 'small');
      void Promise.race([turn, sleepBy(clock, smallShareMs)]).then(() =>
        driver.setProcessorShare(worker.workerId, 'full'),
      );
    }
    await this.#untilTurnIsOver(worker, turn);
  }

  /** @param turn settles when the worker is ready, or has ended */
  async #untilTurnIsOver({ workerId }: WorkerRuntime, turn: Promise<void>): Promise<void> {
    const { driver, clock } = this.#options;
    const startedAtMs = clock.nowMs();
    // A spare one has waited before.
    const waitedBeforeMs = driver.processorWaitMs(workerId);
    const ended = turn.then(() => true);
    while (!(await Promise.race([ended, sleepBy(clock, turnCheckMs)]))) {
      const waitedMs = Math.max(0, driver.processorWaitMs(workerId) - waitedBeforeMs);
      if (isTurnOver(clock.nowMs() - startedAtMs, waitedMs)) return;
    }
  }

  /** Records the worker before its start. @returns whether it may be started */
  async #prepareStart(runtime: StreamRuntime, worker: WorkerRuntime): Promise<boolean> {
    const { gatewayId, leases, records } = this.#options;
    const { id, generation } = runtime.stream;
    // While Postgres is away only a lone gateway starts unrecorded workers, and only for rows that name a worker. A row
    // without one would let the next gateway start another immediately.
    if (!leases.isConnected) return leases.isAlone && runtime.stream.worker !== null;
    await runtime.continueTotals(records, false);
    const { workerId, node } = worker;
    return records.recordWorker(id, { gatewayId, generation, workerId, node, address: null });
  }

  async #endUntilGone(runtime: StreamRuntime, worker: WorkerRuntime): Promise<void> {
    const { driver, clock } = this.#options;
    while (runtime.worker === worker) {
      try {
        if (worker.node === driver.node) await driver.remove(worker.workerId);
        else await this.#untilGoneElsewhere(worker);
        this.#onEnded(runtime, worker, 'as requested', null);
      } catch (error) {
        log.warn({ err: error, workerId: worker.workerId }, 'workers: cannot end a worker; will retry');
        await sleepBy(clock, checkIntervalMs);
      }
    }
  }

  /** A worker on another node ends when an answer dismisses it, or when its permit runs out. */
  async #untilGoneElsewhere(worker: WorkerRuntime): Promise<void> {
    const { control, clock } = this.#options;
    while (clock.nowMs() < worker.permittedUntilMs + permitMarginMs) {
      const { workerId, address, wasDismissed } = worker;
      if (wasDismissed && address && !(await control.answers(workerId, address))) return;
      await sleepBy(clock, checkIntervalMs);
    }
  }

  async #releaseUntilGone(runtime: StreamRuntime, worker: WorkerRuntime): Promise<void> {
    const { records, gatewayId, clock } = this.#options;
    while (runtime.worker === worker && clock.nowMs() < worker.permittedUntilMs + permitMarginMs) {
      try {
        const [owner] = await records.findWorkerOwners([worker.workerId]);
        const isElsewhere = owner !== undefined && owner.gatewayId !== null && owner.gatewayId !== gatewayId;
        if (!isElsewhere) return await this.#endUntilGone(runtime, worker);
      } catch (error) {
        log.warn({ err: error, workerId: worker.workerId }, 'workers: cannot read the owner of a worker; will retry');
      }
      await sleepBy(clock, checkIntervalMs);
    }
    this.#forget(runtime, worker);
  }

  #now(): Moment {
    const { clock, workingClock } = this.#options;
    return { nowMs: clock.nowMs(), workingMs: workingClock.nowMs() };
  }

  #forget(runtime: StreamRuntime, worker: WorkerRuntime): void {
    if (runtime.ended(worker)) this.#options.onChange();
  }

  #onEnded(runtime: StreamRuntime, worker: WorkerRuntime, how: string, failure: WorkerFailure | null): void {
    if (runtime.worker !== worker) return;
    const { workingClock, clock, onStreamClosed, onChange } = this.#options;
    const streamId = runtime.stream.id;
    this.#forget(runtime, worker);
    onStreamClosed(streamId);
    if (worker.stopping && worker.killReason === null) {
      log.info({ streamId, workerId: worker.workerId, how }, 'workers: stopped');
      return;
    }
    const waitMs = runtime.failed(worker, { how, failure }, workingClock.nowMs());
    clock.after(waitMs, onChange);
    const { failures, lastFailure } = runtime;
    log.warn({ streamId, workerId: worker.workerId, how, lastFailure, failures, waitMs }, 'workers: lost');
  }
}
