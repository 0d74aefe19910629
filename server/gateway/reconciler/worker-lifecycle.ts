import { randomBytes } from 'node:crypto';
import { firstPermitMs, type WorkerSpec } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import type { WorkerDriver } from '../drivers/worker-driver';
import type { LeasedStream } from '../store/leased-stream';
import type { StreamRecords } from '../store/stream-records';
import type { WorkerControl } from '../worker-api/worker-control';
import { type Clock, sleepBy } from './clock';
import type { LeaseHolder } from './lease-holder';
import { unexpectedEnd } from './plan';
import { StartQueue } from './start-queue';
import type { KnownStream, KnownWorker, StreamRegistry } from './stream-registry';
import type { WorkingClock } from './working-clock';

const maxConcurrentStarts = 2;
/** A start that takes longer holds up no other. */
const startTurnMs = 3_000;
const restart = { firstMs: 100, capMs: 5_000 };
/** A worker that was ready for this long had not failed to start; the count of failures begins anew. */
const steadyAfterMs = 10_000;
const contactEveryMs = 1_000;
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
  /** What the specs of all workers say. */
  workerSettings: Pick<WorkerSpec, 'livekitUrl' | 'srtLatencyMs' | 'gatewayUrl'>;
  workerToken(workerId: string): string;
  /** Nobody may stay connected to this stream: its worker is gone or about to go. */
  onStreamClosed(streamId: string): void;
  /** Something is different that the reconciler may have to act on. */
  onNews(): void;
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
    const worker = this.#makeWorker(workerId, 'queued', generation);
    known.worker = worker;
    this.#starts.add(() => this.#startNow(known, worker));
  }

  /** Notes the worker that the stream's row names; {@link contact} finds out whether it lives. */
  find(known: KnownStream): void {
    const recorded = known.stream.worker;
    if (!recorded) return;
    const generation = Number(recorded.workerId.split('-').at(-2));
    const worker = this.#makeWorker(recorded.workerId, 'found', generation);
    worker.node = recorded.node;
    worker.address = recorded.address;
    known.worker = worker;
  }

  /** Asks a found worker to report to this gateway, and adopts it if it does. Else it is known sooner or later to be gone. */
  contact(known: KnownStream, worker: KnownWorker): void {
    if (worker.isContacted) return;
    worker.isContacted = true;
    this.#contactNow(known, worker)
      .catch((error: unknown) =>
        log.warn({ err: error, workerId: worker.workerId }, 'workers: a worker is not found out about; will try again'),
      )
      .finally(() => {
        if (worker.phase !== 'found') return;
        this.#options.clock.after(contactEveryMs, () => {
          worker.isContacted = false;
          this.#options.onNews();
        });
      });
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

  #makeWorker(workerId: string, phase: KnownWorker['phase'], generation: number): KnownWorker {
    const nowMs = this.#options.workingClock.nowMs();
    return {
      workerId,
      phase,
      generation,
      node: this.#options.driver.node,
      address: null,
      notReadySinceMs: nowMs,
      lastReportAtMs: nowMs,
      readyAtMs: null,
      signal: 'none',
      media: null,
      stopping: false,
      failure: null,
      killReason: null,
      permittedUntilMs: this.#options.clock.nowMs() + firstPermitMs,
      wasDismissed: false,
      isContacted: false,
      onHeard: () => undefined,
    };
  }

  async #startNow(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { driver, clock, workingClock, onNews } = this.#options;
    const mayStart = await this.#prepareStart(known, worker).catch((error: unknown) => {
      log.warn({ err: error, workerId: worker.workerId }, 'workers: a start is not recorded; will try again');
      return false;
    });
    if (known.worker !== worker) return;
    if (!mayStart || !this.#mayStart(known)) {
      // The next look of the reconciler sees what is to be done now.
      known.worker = null;
      return;
    }
    worker.phase = 'running';
    worker.lastReportAtMs = workingClock.nowMs();
    worker.notReadySinceMs = worker.lastReportAtMs;
    worker.permittedUntilMs = clock.nowMs() + firstPermitMs;
    const heard = new Promise<void>((resolve) => {
      worker.onHeard = resolve;
    });
    try {
      worker.address = await driver.ensure(this.#specOf(known.stream, worker));
    } catch (error) {
      log.error({ err: error, workerId: worker.workerId }, 'workers: a worker cannot be started');
      this.#onEnded(known, worker, 'not started');
      return;
    }
    log.info({ streamId: known.stream.id, workerId: worker.workerId, address: worker.address }, 'workers: started');
    onNews();
    await Promise.race([heard, sleepBy(clock, startTurnMs)]);
  }

  /** @returns whether it is recorded that this worker is going to run, where that can be and has to be */
  async #prepareStart(known: KnownStream, worker: KnownWorker): Promise<boolean> {
    const { gatewayId, leases, records } = this.#options;
    const { id, generation } = known.stream;
    // In an outage of Postgres a gateway that is alone starts without.
    if (!leases.isConnected) return true;
    if (!this.#mayStart(known)) return false;
    await this.#readTotals(known, false);
    const { workerId, node } = worker;
    return records.recordWorker(id, { gatewayId, generation, workerId, node, address: null });
  }

  #mayStart({ stream }: KnownStream): boolean {
    const { leases } = this.#options;
    // A row that names no worker would let the next gateway start another at once.
    return leases.mayStart(stream.id) && (leases.isConnected || stream.worker !== null);
  }

  async #contactNow(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { control, driver, leases, clock, onStreamClosed, onNews } = this.#options;
    const { workerId, address, node } = worker;
    const { id, status } = known.stream;
    const isHeard = address !== null && (await control.follow(workerId, address));
    if (known.worker !== worker || worker.phase !== 'found') return;
    if (isHeard) return this.#adopt(known, worker);
    if (node === driver.node) {
      const left = (await driver.list()).filter((other) => other.startsWith(workerIdPrefix(id)));
      await Promise.all(left.map((other) => driver.remove(other)));
    } else if (clock.nowMs() < leases.orphanEndsAtMs(id, status === 'active')) {
      return;
    }
    if (known.worker !== worker || worker.phase !== 'found') return;
    log.info({ streamId: id, workerId }, 'workers: a worker of another gateway is gone');
    known.worker = null;
    onStreamClosed(id);
    onNews();
  }

  async #adopt(known: KnownStream, worker: KnownWorker): Promise<void> {
    const { driver, workingClock, clock, onNews } = this.#options;
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
    onNews();
    // From now on the driver tells of its end.
    if (worker.node === driver.node) await driver.ensure(this.#specOf(stream, worker));
    await this.#readTotals(known, true);
  }

  async #readTotals(known: KnownStream, isAdopted: boolean): Promise<void> {
    if (known.hasTotals) return;
    const { vitals, stream } = known;
    const totals = await this.#options.records.findSampleTotals(stream.id);
    known.hasTotals = true;
    if (totals) vitals.continueFrom(totals, isAdopted);
  }

  #specOf({ id, participantIdentity, passphrase }: LeasedStream, { workerId, generation }: KnownWorker): WorkerSpec {
    const { livekitUrl, srtLatencyMs, gatewayUrl } = this.#options.workerSettings;
    return {
      workerId,
      streamId: id,
      generation,
      srtLatencyMs,
      passphrase,
      livekitUrl,
      participantIdentity,
      gatewayUrl,
      token: this.#options.workerToken(workerId),
    };
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
    worker.onHeard();
    this.#options.onNews();
  }

  #onEnded(known: KnownStream, worker: KnownWorker, how: string): void {
    if (known.worker !== worker) return;
    const { workingClock, clock, onStreamClosed, onNews } = this.#options;
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
    clock.after(waitMs, onNews);
    const { failures, lastFailure } = known;
    log.warn({ streamId, workerId: worker.workerId, how, lastFailure, failures, waitMs }, 'workers: lost');
  }
}

/** How the ids of all workers of a stream begin. */
const workerIdPrefix = (streamId: string): string => `worker-${streamId.slice(-12)}-`;
