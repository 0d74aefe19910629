import type { WorkerAddress, WorkerSpec } from '@/lib/contracts/worker-protocol';

/** Beside the other programs of a node: as much as each of them, or about a tenth of that. */
export type ProcessorShare = 'full' | 'small';

/** Runs workers: as processes, or as Pods. Does what it is asked and retries nothing. */
export interface WorkerDriver {
  /** Where its workers run. Two drivers of one node see the same workers. */
  readonly node: string;
  /** How many starts at once its node bears beside live cameras. */
  readonly maxConcurrentStarts: number;
  /**
   * Starts a worker unless it runs already.
   * @returns the address where it listens or is about to
   * @throws Error where no worker can be started
   */
  ensure(spec: WorkerSpec): Promise<WorkerAddress>;
  /** Sets which share of the processors a worker gets while they are fully used. Starts with the full one. */
  setProcessorShare(workerId: string, share: ProcessorShare): void;
  /** The ids of the workers that run on this node, whichever driver started them. */
  list(): Promise<string[]>;
  /**
   * Asks a worker to end, and kills it a second later. Settles once nothing of it is left, at once without such a
   * worker.
   */
  remove(workerId: string): Promise<void>;
  /** Ends the spare worker and all workers that this driver was asked for. */
  close(): Promise<void>;
}

/** How a worker ended, like "exit code 1", for the log. */
export type WorkerEndListener = (workerId: string, how: string) => void;
