import type { WorkerAddress, WorkerFailure, WorkerSpec } from '@/lib/contracts/worker-protocol';

/**
 * Beside the other programs of a node. `full`: as much as each of them; `part`: its part of what all workers with this share
 * have together; `small`: about a tenth of a full one.
 */
export type ProcessorShare = 'full' | 'part' | 'small';

/** Where every worker listens that has an address of its own. */
export const workerPorts = { inputPort: 20011, outputPort: 20012, controlPort: 20013 };

/** Runs workers, as processes or as Pods. It retries nothing; the reconciler does. */
export interface WorkerDriver {
  /** Where its workers run. Two drivers of one node see the same workers. */
  readonly node: string;
  /** How many starts at once its node bears beside live cameras. */
  readonly maxConcurrentStarts: number;
  /**
   * Starts a worker unless it runs already.
   * @returns the address where it listens or is about to
   * @throws WorkerStartError where no worker can be started, and the user can be told why; or any other Error
   */
  ensure(spec: WorkerSpec): Promise<WorkerAddress>;
  /** Sets which share of the processors a worker gets while they are fully used. Begins, also once found, with the full one. */
  setProcessorShare(workerId: string, share: ProcessorShare): void;
  /** For how many milliseconds a worker's event loop has waited for a processor since its start; 0 where nobody knows. */
  processorWaitMs(workerId: string): number;
  /** The ids of the workers that run on this node, whichever driver started them. */
  list(): Promise<string[]>;
  /**
   * Asks a worker to end, and kills it a second or two later. Settles once nothing of it is left, at once without such
   * a worker.
   */
  remove(workerId: string): Promise<void>;
  /** Ends what the driver itself runs, and the workers that it was asked for unless they are kept for the next one. */
  close(workers: 'end' | 'keep'): Promise<void>;
}

/**
 * How a worker ended, like "exit code 1", for the log.
 * @param failure what the driver knows of why; null where it knows nothing
 */
export type WorkerEndListener = (workerId: string, how: string, failure: WorkerFailure | null) => void;

/** A worker that cannot be started. Its message is for the log. */
export class WorkerStartError extends Error {
  /** For the user. */
  readonly failure: WorkerFailure;

  constructor(message: string, failure: WorkerFailure, cause?: unknown) {
    super(message, { cause });
    this.name = 'WorkerStartError';
    this.failure = failure;
  }
}
