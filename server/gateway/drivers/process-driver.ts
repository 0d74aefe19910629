import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerAddress, WorkerSpec } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import { findFreePorts, LoopbackAddresses } from './loopback-addresses';
import { PidFiles } from './pid-files';
import { SpareWorker } from './spare-worker';
import type { WorkerDriver, WorkerEndListener } from './worker-driver';
import type { WorkerProcess } from './worker-process';

/** Off must be done within two seconds, also by a worker that hangs on a machine that is busy. */
const endTimeoutMs = 1_000;
/** A worker that another driver has started is no child of this process: nothing tells of its end. */
const lookIntervalMs = 250;

export interface ProcessDriverOptions {
  /** The worker's bundled script. */
  workerPath: string;
  /** The folder of the pid files; drivers that share it share their workers. */
  stateDir: string;
  onEnded: WorkerEndListener;
  /** Without a start, until the next worker is loaded in advance. */
  spareAfterMs?: number;
}

/** A worker that this driver has started, or has been asked for. */
interface RunningProcess {
  address: WorkerAddress;
  /** Settles with how it ended, when nothing of it is left. */
  ended: Promise<string>;
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/**
 * Each worker is a process of its own, started as a child of this one. It outlives its driver, where that is killed; the
 * next driver with the same folder finds it.
 */
export class ProcessDriver implements WorkerDriver {
  readonly node: string;
  readonly #onEnded: WorkerEndListener;
  readonly #pidFiles: PidFiles;
  readonly #spare: SpareWorker;
  readonly #addresses = new LoopbackAddresses();
  readonly #running = new Map<string, RunningProcess>();
  readonly #starting = new Map<string, Promise<WorkerAddress>>();

  constructor({ workerPath, stateDir, onEnded, spareAfterMs = 3_000 }: ProcessDriverOptions) {
    this.node = `${hostname()}:${path.resolve(stateDir)}`;
    this.#onEnded = onEnded;
    this.#pidFiles = new PidFiles(path.resolve(stateDir), workerPath);
    this.#spare = new SpareWorker(workerPath, spareAfterMs);
  }

  ensure(spec: WorkerSpec): Promise<WorkerAddress> {
    const starting = this.#starting.get(spec.workerId) ?? this.#start(spec);
    this.#starting.set(spec.workerId, starting);
    return starting.finally(() => this.#starting.delete(spec.workerId));
  }

  async list(): Promise<string[]> {
    const noted = await this.#pidFiles.read();
    return [...new Set([...noted.keys(), ...this.#running.keys()])];
  }

  async remove(workerId: string): Promise<void> {
    // One that could not be started is not there.
    await this.#starting.get(workerId)?.catch(() => undefined);
    const noted = this.#running.has(workerId) ? null : await this.#pidFiles.find(workerId);
    const worker = this.#running.get(workerId) ?? (noted && this.#foundWorker(workerId, noted.pid));
    if (!worker) return;
    worker.signal('SIGTERM');
    const timer = setTimeout(() => worker.signal('SIGKILL'), endTimeoutMs);
    await worker.ended;
    clearTimeout(timer);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    await Promise.all([this.#spare.close(), ...[...this.#running.keys()].map((workerId) => this.remove(workerId))]);
  }

  async #start(spec: WorkerSpec): Promise<WorkerAddress> {
    const known = this.#running.get(spec.workerId);
    if (known) return known.address;
    const noted = await this.#pidFiles.find(spec.workerId);
    if (noted) {
      log.info({ workerId: spec.workerId, pid: noted.pid }, 'driver: found a worker');
      this.#addresses.note(noted.address);
      this.#keep(spec.workerId, noted.address, this.#foundWorker(spec.workerId, noted.pid));
      return noted.address;
    }
    const address = process.platform === 'linux' ? this.#addresses.take() : await findFreePorts();
    const child = this.#spare.take();
    const { pid } = child;
    if (pid === undefined) {
      this.#addresses.release(address);
      throw new Error(`no worker can be started: ${await child.ended}`);
    }
    // Before it has its spec and outlives this process.
    await this.#pidFiles.write(spec.workerId, { pid, address }).catch((error: unknown) => {
      child.signal('SIGKILL');
      this.#addresses.release(address);
      throw error;
    });
    child.begin(Object.assign({}, spec, { address }));
    this.#keep(spec.workerId, address, child);
    return address;
  }

  /** One that another driver has started. */
  #foundWorker(workerId: string, pid: number): Pick<WorkerProcess, 'ended' | 'signal'> {
    return {
      ended: this.#watch(workerId, pid),
      signal: (signal) => void this.#pidFiles.isRunning(workerId, pid).then((isIt) => isIt && send(pid, signal)),
    };
  }

  async #watch(workerId: string, pid: number): Promise<string> {
    while (await this.#pidFiles.isRunning(workerId, pid)) await sleep(lookIntervalMs);
    return 'ended';
  }

  #keep(workerId: string, address: WorkerAddress, worker: Pick<WorkerProcess, 'ended' | 'signal'>): void {
    const ended = worker.ended.then(async (how) => {
      await this.#pidFiles
        .remove(workerId)
        .catch((error: unknown) => log.warn({ err: error, workerId }, 'driver: a pid file stays'));
      this.#running.delete(workerId);
      this.#addresses.release(address);
      this.#onEnded(workerId, how);
      return how;
    });
    this.#running.set(workerId, { address, ended, signal: worker.signal });
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
