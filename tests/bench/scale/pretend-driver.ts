import { type ChildProcess, fork } from 'node:child_process';
import type { WorkerAddress, WorkerSpec } from '@/lib/contracts/worker-protocol';
import type { WorkerDriver, WorkerEndListener } from '@/server/gateway/drivers/worker-driver';
import type { PretendEnd, PretendOrder } from './pretend-messages';

/** The address of a pretended worker, which nobody calls. */
const address: WorkerAddress = { host: '127.0.0.1', inputPort: 1, outputPort: 2, controlPort: 3 };

/** Runs pretended workers, all of them in one process, so that a thousand fit on one machine. */
export class PretendDriver implements WorkerDriver {
  readonly node = 'bench';
  readonly maxConcurrentStarts = 16;
  readonly #process: ChildProcess = fork('dist/scale.workers.mjs');
  readonly #workerIds = new Set<string>();
  readonly #onEnded: WorkerEndListener;
  readonly #removals = new Map<string, () => void>();

  constructor(onEnded: WorkerEndListener) {
    this.#onEnded = onEnded;
    this.#process.on('message', ({ workerId }: PretendEnd) => this.#receiveEnd(workerId));
  }

  order(order: PretendOrder): void {
    this.#process.send(order);
  }

  async ensure(spec: WorkerSpec): Promise<WorkerAddress> {
    if (!this.#workerIds.has(spec.workerId)) this.order({ type: 'ensure', spec });
    this.#workerIds.add(spec.workerId);
    return address;
  }

  setProcessorShare(): void {
    // They share one process.
  }

  processorWaitMs(): number {
    return 0;
  }

  async list(): Promise<string[]> {
    return [...this.#workerIds];
  }

  async remove(workerId: string): Promise<void> {
    if (!this.#workerIds.has(workerId)) return;
    const removed = new Promise<void>((resolve) => this.#removals.set(workerId, resolve));
    this.order({ type: 'remove', workerId });
    await removed;
  }

  async close(): Promise<void> {
    this.#process.kill('SIGTERM');
  }

  #receiveEnd(workerId: string): void {
    this.#workerIds.delete(workerId);
    this.#removals.get(workerId)?.();
    this.#removals.delete(workerId);
    this.#onEnded(workerId, 'pretended', null);
  }
}
