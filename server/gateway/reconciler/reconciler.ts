import pLimit from 'p-limit';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import type { Bus, BusMessage } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import type { WorkerDriver } from '../drivers/worker-driver';
import type { LeasedStream } from '../store/leased-stream';
import { cameraLossOf, type StreamRecords } from '../store/stream-records';
import { type Clock, sleepBy, type WorkingClock } from '../time/clock';
import type { LeaseHolder } from './leases/lease-holder';
import { type Action, type PlanLimits, plan } from './plan';
import { Signal } from './signal';
import { SilentWorkers, shareOf } from './silent-workers';
import type { StreamRegistry } from './stream-registry';
import type { StreamRuntime } from './stream-runtime';
import type { WorkerAdoption } from './worker-adoption';
import type { WorkerLifecycle } from './worker-lifecycle';
import type { WorkerRuntime } from './worker-runtime';

const intervalMs = 1_000;
const debounceMs = 10;
/** Share of the gateway's ten Postgres connections: a thousand streams that change at once take turns. */
const maxConcurrentWrites = 4;
const isWrite = ({ type }: Action): boolean => /^(mark|record)_/.test(type);

export interface ReconcilerOptions {
  gatewayId: string;
  driver: WorkerDriver;
  bus: Pick<Bus, 'subscribe'>;
  leases: LeaseHolder;
  registry: StreamRegistry;
  records: StreamRecords;
  adoption: WorkerAdoption;
  workers: WorkerLifecycle;
  clock: Clock;
  workingClock: WorkingClock;
  /** Disconnects the callers that a stream's former key has let in. */
  onStreamClosed(streamId: string, keyHash: string): void;
  workersAtStop: 'end' | 'keep';
  limits?: PlanLimits;
}

/**
 * Starts, adopts, ends and restarts workers to match the rows of the streams that this gateway holds. Runs every
 * second, and immediately when a lease, the bus or a worker reports a change. While Postgres is away it continues with
 * the last known rows.
 */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #changes: Signal;
  readonly #writes = pLimit(maxConcurrentWrites);
  readonly #passes = { count: 0, totalMs: 0, lastEndedAtMs: 0 };
  readonly #silentWorkers: SilentWorkers;
  #isStopping = false;
  #running: Promise<void> | null = null;
  #unsubscribe: () => Promise<void> = async () => undefined;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#changes = new Signal(options.clock);
    this.#silentWorkers = new SilentWorkers(options.driver);
  }

  /** @throws if Postgres cannot be reached */
  async start(): Promise<void> {
    const { bus, leases, workingClock } = this.#options;
    const refresh = () => leases.refresh();
    this.#unsubscribe = await bus.subscribe({
      onMessage: (message) => {
        if (this.#isConcerned(message)) refresh();
      },
      onResync: refresh,
    });
    workingClock.start();
    await leases.start();
    this.#passes.lastEndedAtMs = this.#options.clock.nowMs();
    this.#running = this.#run();
  }

  /** Passes since the start; one is due every second. */
  get activity(): { passCount: number; passTotalMs: number; lastPassAgeMs: number } {
    const { count, totalMs, lastEndedAtMs } = this.#passes;
    return { passCount: count, passTotalMs: totalMs, lastPassAgeMs: this.#options.clock.nowMs() - lastEndedAtMs };
  }

  /** Requests a pass: something may have changed. */
  notify(): void {
    this.#changes.notify();
  }

  /**
   * Releases the leases, so that another gateway can claim the streams, and ends all workers on this node first unless
   * they are kept. Those, and workers on other nodes, run until the next gateway adopts them or their permit runs out.
   */
  async stop(): Promise<void> {
    const { driver, leases, registry, workers, workingClock, workersAtStop } = this.#options;
    this.#isStopping = true;
    this.notify();
    await this.#running;
    await leases.stop();
    const isEnding = workersAtStop === 'end';
    for (const runtime of registry.values()) {
      const { worker } = runtime;
      if (isEnding && worker && !worker.stopping && worker.node === driver.node) workers.stop(runtime, worker);
    }
    await driver.close(workersAtStop);
    await leases
      .release(isEnding ? driver.node : null)
      .catch((error: unknown) => log.warn({ err: error }, 'reconciler: cannot release leases; they will run out'));
    workingClock.stop();
    await this.#unsubscribe();
  }

  /** Whether a message is about a stream of this gateway, or about one that it may claim. */
  #isConcerned(message: BusMessage): boolean {
    const { leases } = this.#options;
    switch (message.type) {
      case 'stream_upsert':
        return message.isUnclaimed === true || leases.heldSinceMs(message.streamId) !== null;
      case 'stream_remove':
        return leases.heldSinceMs(message.streamId) !== null;
      // The phones of an event may see and hear another camera.
      case 'event_upsert':
      case 'share_link_upsert':
        return leases.streams.some(({ eventId }) => eventId === message.eventId);
      default:
        return false;
    }
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const startedAtMs = this.#options.clock.nowMs();
      await this.#reconcile();
      this.#passes.count++;
      this.#passes.lastEndedAtMs = this.#options.clock.nowMs();
      this.#passes.totalMs += this.#passes.lastEndedAtMs - startedAtMs;
      await this.#changes.wait(intervalMs);
      // Several changes at once take one pass.
      await sleepBy(this.#options.clock, debounceMs);
    }
  }

  async #reconcile(): Promise<void> {
    const { leases, registry, limits, workingClock } = this.#options;
    const held = new Map(leases.streams.map((stream) => [stream.id, stream]));
    for (const stream of held.values()) this.#note(stream);
    await Promise.all(
      registry.values().map(async (runtime) => {
        const { id } = runtime.stream;
        runtime.leaseRead(held.has(id) ? leases.heldSinceMs(id) : null);
        if (!runtime.isHeld && !runtime.worker) {
          registry.delete(id);
          if (held.has(id)) this.notify();
          return;
        }
        const stream = runtime.isHeld ? runtime.stream : null;
        const nowMs = workingClock.nowMs();
        if (runtime.worker) this.#watchProcessors(runtime.worker, nowMs);
        await this.#perform(runtime, plan(stream, runtime, nowMs, limits));
      }),
    );
  }

  #watchProcessors(worker: WorkerRuntime, nowMs: number): void {
    worker.waited(this.#silentWorkers.note(worker, nowMs));
    const share = shareOf(worker);
    if (share) this.#options.driver.setProcessorShare(worker.workerId, share);
  }

  #note(stream: LeasedStream): void {
    const { leases, registry, adoption, onStreamClosed } = this.#options;
    const runtime = registry.get(stream.id);
    if (!runtime) {
      adoption.note(registry.add(stream, leases.heldSinceMs(stream.id) ?? 0));
      return;
    }
    if (runtime.stream === stream) return;
    for (const key of ['streamKey', 'viewKey'] as const) {
      const former = runtime.stream[key];
      if (former !== stream[key]) onStreamClosed(stream.id, hashStreamKey(former));
    }
    registry.update(runtime, stream);
  }

  async #perform(runtime: StreamRuntime, actions: Action[]): Promise<void> {
    for (const action of actions) {
      try {
        if (isWrite(action)) await this.#writes(() => this.#write(runtime, action));
        else await this.#performOne(runtime, action);
      } catch (error) {
        log.warn(
          { err: error, streamId: runtime.stream.id, action: action.type },
          'reconciler: an action failed; will retry',
        );
        return;
      }
    }
  }

  async #write(runtime: StreamRuntime, action: Action): Promise<void> {
    // Without Postgres nothing can be written; the plan repeats the action.
    if (this.#options.leases.isConnected) await this.#performOne(runtime, action);
  }

  async #performOne(runtime: StreamRuntime, action: Action): Promise<void> {
    const { gatewayId, leases, adoption, workers, records } = this.#options;
    const { stream, worker } = runtime;
    const { id, generation } = stream;
    switch (action.type) {
      case 'start_worker':
        if (leases.mayStart(id)) workers.start(runtime);
        return;
      case 'contact_worker':
        if (worker) adoption.contact(runtime, worker);
        return;
      case 'ask_worker':
        // As below: it would be taken from the gateway that has adopted it.
        if (worker && leases.mayStart(id)) adoption.ask(worker);
        return;
      case 'stop_worker':
        if (worker && runtime.isHeld) workers.stop(runtime, worker);
        else if (worker) workers.release(runtime, worker);
        return;
      case 'kill_worker':
        // During an outage another gateway may have adopted the worker, which then reports there.
        if (worker && leases.mayStart(id)) workers.stop(runtime, worker, action.reason);
        return;
      case 'record_worker':
        if (worker) {
          const { workerId, node, address } = worker;
          await records.recordWorker(id, { gatewayId, generation, workerId, node, address });
          leases.refresh();
        }
        return;
      case 'record_signal':
        if (worker) {
          const loss = cameraLossOf(runtime.vitals.report);
          await records.recordSignal(id, { gatewayId, generation, signal: worker.signal, loss });
        }
        return;
      case 'record_media':
        if (worker) await records.recordMedia(id, { gatewayId, generation, media: worker.media });
        return;
      default:
        await records.applyStreamTransition(id, transitionByAction[action.type], {
          where: { leaseOwner: gatewayId, generation },
          data: action.type === 'mark_ready' ? { startedAt: new Date() } : undefined,
          reason: 'reason' in action ? action.reason : undefined,
        });
    }
  }
}

const transitionByAction = {
  mark_claimed: 'claimed',
  mark_ready: 'worker_ready',
  mark_lost: 'worker_lost',
  mark_failed: 'worker_failed',
  mark_stopped: 'worker_stopped',
} as const;
