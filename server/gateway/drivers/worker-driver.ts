import type { WorkerAddress, WorkerSpec } from '@/lib/contracts/worker-protocol';

/** Runs workers somewhere: as processes, or as Pods. Starts and ends what it is told, and retries nothing. */
export interface WorkerDriver {
  /** Where its workers run. Two drivers of one node see the same workers. */
  readonly node: string;
  /**
   * Starts a worker, unless it runs already.
   * @returns where it listens, or will
   * @throws where no worker can be started at all
   */
  ensure(spec: WorkerSpec): Promise<WorkerAddress>;
  /** The ids of the workers that run on this node, whoever has started them. */
  list(): Promise<string[]>;
  /**
   * Asks a worker to end, and makes it end a second later. Settles when nothing of it is left, at once where there is
   * no such worker.
   */
  remove(workerId: string): Promise<void>;
  /** Ends what is kept ready for the next start, and the workers that this driver has been asked for. */
  close(): Promise<void>;
}

/** How a worker ended, like "exit code 1", for the log. */
export type WorkerEndListener = (workerId: string, how: string) => void;
