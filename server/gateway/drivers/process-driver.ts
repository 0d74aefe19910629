import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerAddress, WorkerSpec } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import { findFreePorts, LoopbackAddresses } from './loopback-addresses';
import { PidFiles, type RecordedProcess } from './pid-files';
import { ProcessorShares, processorWaitMs } from './processors';
import { SpareWorker } from './spare-worker';
import type { ProcessorShare, WorkerDriver, WorkerEndListener } from './worker-driver';
import type { WorkerProcess, WorkerProcessOptions } from './worker-process';

/** Off must take effect within two seconds, also with a hanging worker on a busy machine. */
const endTimeoutMs = 1_000;
/** For workers of other drivers, which are no children of this process, so that their end must be polled. */
const pollIntervalMs = 250;

export interface ProcessDriverOptions extends WorkerProcessOptions {
  /** The folder of the pid files. Drivers that share it see the same workers. */
  stateDir: string;
  onEnded: WorkerEndListener;
  /** Milliseconds without a start before a spare worker is loaded. */
  spareAfterMs?: number;
}

/** A worker that this driver started or was asked for. */
interface RunningProcess {
  pid: number;
  address: WorkerAddress;
  /** Settles with how it ended, once nothing of it is left. */
  ended: Promise<string>;
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/**
 * Runs each worker as a child process. A worker outlives a driver that is killed, and the next driver with the same
 * folder finds it.
 */
export class ProcessDriver implements WorkerDriver {
  readonly node: string;
  /** A start takes most of a second of a core, which live cameras need. */
  readonly maxConcurrentStarts = 1;
  readonly #onEnded: WorkerEndListener;
  readonly #pidFiles: PidFiles;
  readonly #shares = new ProcessorShares();
  readonly #spare: SpareWorker;
  readonly #addresses = new LoopbackAddresses();
  readonly #running = new Map<string, RunningProcess>();
  readonly #starting = new Map<string, Promise<WorkerAddress>>();

  constructor({ workerPath, maxMemoryMb, userId, stateDir, onEnded, spareAfterMs = 3_000 }: ProcessDriverOptions) {
    this.node = `${hostname()}:${path.resolve(stateDir)}`;
    this.#onEnded = onEnded;
    this.#pidFiles = new PidFiles(path.resolve(stateDir), workerPath);
    this.#spare = new SpareWorker({ workerPath, maxMemoryMb, userId }, this.#shares, spareAfterMs);
  }

  ensure(spec: WorkerSpec): Promise<WorkerAddress> {
    const starting = this.#starting.get(spec.workerId) ?? this.#start(spec);
    this.#starting.set(spec.workerId, starting);
    return starting.finally(() => this.#starting.delete(spec.workerId));
  }

  setProcessorShare(workerId: string, share: ProcessorShare): void {
    const running = this.#running.get(workerId);
    if (running) this.#shares.set(running.pid, share);
  }

  processorWaitMs(workerId: string): number {
    const running = this.#running.get(workerId);
    return running ? processorWaitMs(running.pid) : 0;
  }

  async list(): Promise<string[]> {
    const recorded = await this.#pidFiles.read();
    return [...new Set([...recorded.keys(), ...this.#running.keys()])];
  }

  async remove(workerId: string): Promise<void> {
    // A worker that failed to start needs no removal.
    await this.#starting.get(workerId)?.catch(() => undefined);
    const recorded = this.#running.has(workerId) ? null : await this.#pidFiles.find(workerId);
    const worker = this.#running.get(workerId) ?? (recorded && this.#foundWorker(workerId, recorded.pid));
    if (!worker) return;
    worker.signal('SIGTERM');
    const timer = setTimeout(() => worker.signal('SIGKILL'), endTimeoutMs);
    await worker.ended;
    clearTimeout(timer);
  }

  async close(workers: 'end' | 'keep'): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    const ending = workers === 'end' ? [...this.#running.keys()] : [];
    await Promise.all([this.#spare.close(), ...ending.map((workerId) => this.remove(workerId))]);
  }

  async #start(spec: WorkerSpec): Promise<WorkerAddress> {
    const known = this.#running.get(spec.workerId);
    if (known) return known.address;
    const recorded = await this.#pidFiles.find(spec.workerId);
    if (recorded) {
      log.info({ workerId: spec.workerId, pid: recorded.pid }, 'driver: found a worker');
      this.#addresses.note(recorded.address);
      this.#keep(spec.workerId, recorded, this.#foundWorker(spec.workerId, recorded.pid));
      return recorded.address;
    }
    const address = process.platform === 'linux' ? this.#addresses.acquire() : await findFreePorts();
    const child = this.#spare.acquire();
    const { pid } = child;
    if (pid === undefined) {
      this.#addresses.release(address);
      throw new Error(`cannot start a worker: ${await child.ended}`);
    }
    // Before it receives its spec, after which it outlives this process.
    await this.#pidFiles.write(spec.workerId, { pid, address }).catch((error: unknown) => {
      child.signal('SIGKILL');
      this.#addresses.release(address);
      throw error;
    });
    child.begin(Object.assign({}, spec, { address }));
    this.#keep(spec.workerId, { pid, address }, child);
    return address;
  }

  /** A worker that another driver started. */
  #foundWorker(workerId: string, pid: number): Pick<WorkerProcess, 'ended' | 'signal'> {
    return {
      ended: this.#watch(workerId, pid),
      signal: (signal) => void this.#pidFiles.isRunning(workerId, pid).then((isIt) => isIt && send(pid, signal)),
    };
  }

  async #watch(workerId: string, pid: number): Promise<string> {
    while (await this.#pidFiles.isRunning(workerId, pid)) await sleep(pollIntervalMs);
    return 'ended';
  }

  #keep(workerId: string, { pid, address }: RecordedProcess, worker: Pick<WorkerProcess, 'ended' | 'signal'>): void {
    const ended = worker.ended.then(async (how) => {
      await this.#pidFiles
        .remove(workerId)
        .catch((error: unknown) => log.warn({ err: error, workerId }, 'driver: cannot delete a pid file'));
      this.#running.delete(workerId);
      this.#shares.delete(pid);
      this.#addresses.release(address);
      this.#onEnded(workerId, how, null);
      return how;
    });
    this.#running.set(workerId, { pid, address, ended, signal: worker.signal });
    this.#shares.set(pid, 'full');
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
