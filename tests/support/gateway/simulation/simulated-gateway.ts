import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { WorkerDriver, WorkerEndListener } from '@/server/gateway/drivers/worker-driver';
import { type BuiltReconciler, buildReconciler } from '@/server/gateway/reconciler/build-reconciler';
import { removeStrayWorkers } from '@/server/gateway/reconciler/stray-workers';
import type { NoPermit, WorkerPermit } from '@/server/gateway/reconciler/worker-reports';
import type { LeaseStore } from '@/server/gateway/store/lease-store';
import type { StreamRecords } from '@/server/gateway/store/stream-records';
import type { WorkerControl } from '@/server/gateway/worker-control/worker-control';
import { between } from './simulated-time';
import { SimulatedWorker } from './simulated-worker';
import type { World } from './world';

const putTimeoutMs = 1_000;

/** A gateway's real lease holder and reconciler, in a simulated process that may be paused or killed. */
export class SimulatedGateway {
  readonly id: string;
  readonly node: string;
  isAlive = true;
  readonly #world: World;
  readonly #clockOffsetMs: number;
  #pausedUntilMs = 0;
  #failureCount = 0;
  readonly #built: BuiltReconciler;

  constructor(world: World, id: string, node: string) {
    this.#world = world;
    this.id = id;
    this.node = node;
    this.#clockOffsetMs = world.random.integer(1e6);
    this.#built = buildReconciler({
      gatewayId: id,
      maxStreams: 200,
      makeDriver: (onEnded) => this.#makeDriver(onEnded),
      leaseStore: this.#makeLeaseStore(),
      records: this.#makeRecords(),
      control: this.#makeControl(),
      bus: { subscribe: async () => async () => undefined },
      recordings: { taskFor: () => null, folderOf: () => null },
      livekitUrl: '',
      cameraLimits: { maxSidePixels: 4096, maxFps: 120, maxBitrateKbps: 60_000 },
      maxWorkerMemoryMb: 1024,
      gatewayUrl: '',
      workerTokens: () => [''],
      isTooBusy: () => world.isTooBusy,
      onStreamClosed: () => undefined,
      clock: {
        nowMs: () => world.time.nowMs + this.#clockOffsetMs,
        after: (delayMs, run) => {
          let isCancelled = false;
          world.time.after(delayMs, () => this.gate(() => isCancelled || run()));
          return () => {
            isCancelled = true;
          };
        },
      },
    });
    this.#start();
  }

  pause(durationMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#world.time.nowMs + durationMs);
  }

  kill(): void {
    this.isAlive = false;
  }

  /** Runs a callback of this process once it is not paused. */
  readonly gate = (run: () => void): void => {
    if (!this.isAlive) return;
    const leftMs = this.#pausedUntilMs - this.#world.time.nowMs;
    if (leftMs > 0) this.#world.time.after(leftMs + between(this.#world.random, 0, 30), () => this.gate(run));
    else run();
  };

  /** POST /workers/…/report */
  receive(
    fromNode: string,
    workerId: string,
    report: WorkerReport,
    answer: (permit: WorkerPermit | NoPermit) => void,
  ): void {
    const { time, random } = this.#world;
    time.after(between(random, 1, 10), () => {
      if (!this.#world.reaches(fromNode, this.node)) return;
      this.gate(() => {
        const permit = this.#built.reports.answer(workerId, report);
        time.after(between(random, 1, 10), () => answer(permit));
      });
    });
  }

  #start(): void {
    this.#built.reconciler.start().then(
      () => this.#removeStrays(),
      // A gateway ends where Postgres is away at its start, and is restarted.
      () => {
        this.kill();
        this.#world.startGateway(this.id, this.node, 1_000);
      },
    );
  }

  #removeStrays(): void {
    const { leases, registry, driver } = this.#built;
    const again = () => void this.#world.time.after(30_000, () => this.gate(() => this.#removeStrays()));
    removeStrayWorkers({
      gatewayId: this.id,
      driver,
      records: this.#makeRecords(),
      leases,
      registry,
      workersAtStop: 'end',
    }).then(again, again);
  }

  #makeLeaseStore(): LeaseStore {
    const { postgres } = this.#world;
    const ask = <Result>(run: () => Result) =>
      postgres.ask(this.gate, run).catch((error: unknown) => {
        // The connection is replaced.
        this.#failureCount++;
        throw error;
      });
    return {
      renew: () => ask(() => postgres.renew(this.id, postgres.dropCount * 1e6 + this.#failureCount)),
      claimFree: (limit) => ask(() => postgres.claimFree(this.id, limit)),
      claimFrom: (dead, heartbeat, limit) => ask(() => postgres.claimFrom(this.id, dead, heartbeat, limit)),
      release: (node) => ask(() => postgres.release(this.id, node)),
      close: async () => undefined,
    };
  }

  #makeRecords(): StreamRecords {
    const { postgres } = this.#world;
    const ask = <Result>(run: () => Result) => postgres.ask(this.gate, run);
    return {
      applyStreamTransition: (streamId, transition, { where }) =>
        ask(() => {
          postgres.transition(
            streamId,
            transition,
            (row) => row.leaseOwner === where.leaseOwner && row.generation === where.generation,
          );
          return null;
        }),
      findSampleTotals: () => ask(() => null),
      findWorkerOwners: (workerIds) =>
        ask(() =>
          postgres.streams.flatMap(({ worker, leaseOwner, status }) =>
            worker && workerIds.includes(worker.workerId)
              ? { workerId: worker.workerId, gatewayId: leaseOwner, isOn: isWanted(status) }
              : [],
          ),
        ),
      recordWorker: (streamId, { gatewayId, generation, workerId, node, address }) =>
        ask(() => {
          const row = postgres.streams.find(({ id }) => id === streamId);
          if (row?.leaseOwner !== gatewayId || row.generation !== generation) return false;
          row.worker = { workerId, node, address };
          return true;
        }),
      recordSignal: () => ask(() => undefined),
      recordMedia: () => ask(() => undefined),
    };
  }

  #makeControl(): WorkerControl {
    const { time, random } = this.#world;
    const reach = (workerId: string, act: (worker: SimulatedWorker) => void): Promise<boolean> =>
      new Promise((resolve) => {
        time.after(between(random, 1, 20), () => {
          const worker = this.#world.workers.find(({ spec }) => spec.workerId === workerId);
          const isReached = worker?.isRunning === true && this.#world.reaches(this.node, worker.node);
          if (isReached) act(worker);
          // One answer in twenty is lost.
          const isAnswered = isReached && random.integer(20) > 0;
          time.after(isAnswered ? 5 : putTimeoutMs, () => this.gate(() => resolve(isAnswered)));
        });
      });
    return {
      follow: (workerId) => reach(workerId, (worker) => worker.follow(this)),
      answers: (workerId) => reach(workerId, () => undefined),
    };
  }

  #makeDriver(onEnded: WorkerEndListener): WorkerDriver {
    const { time, random, workers } = this.#world;
    const here = () => workers.filter(({ node, isRunning }) => node === this.node && isRunning);
    const find = (workerId: string) => here().find(({ spec }) => spec.workerId === workerId);
    const resolved = <Result>(result: Result): Promise<Result> =>
      new Promise((resolve) => void time.after(between(random, 1, 50), () => this.gate(() => resolve(result))));
    return {
      node: this.node,
      maxConcurrentStarts: 1,
      ensure: (spec) => {
        const worker = find(spec.workerId) ?? this.#world.addWorker(new SimulatedWorker(spec, this, time, random));
        worker.onEnded.push((how) => this.gate(() => onEnded(spec.workerId, how, null)));
        return resolved(worker.address);
      },
      setProcessorShare: () => undefined,
      processorWaitMs: () => 0,
      list: () => resolved(here().map(({ spec }) => spec.workerId)),
      remove: async (workerId) => {
        await find(workerId)?.requestEnd();
        await resolved(undefined);
      },
      close: async () => undefined,
    };
  }
}
