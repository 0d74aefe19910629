import type { WorkerJob } from '@/lib/contracts/worker-protocol';

/** A job before the driver has said where the worker listens. */
export type WorkerSpecDraft = Omit<WorkerJob, 'podIp' | 'inputPort' | 'outputPort'>;

/** A worker that was started, until it has ended. */
export interface WorkerHandle {
  podName: string;
  podIp: string;
  inputPort: number;
  outputPort: number;
  /** Settles with how it ended, like "exit code 1", once nothing of it is left; never rejects. */
  ended: Promise<string>;
  /** Asks the worker to end, and makes it end a second later. */
  stop(): void;
  /** Makes it end now. */
  kill(): void;
}

/** Runs workers somewhere: as child processes, or one day as Pods. Starts and stops what it is told, retries nothing. */
export interface WorkerDriver {
  /** @throws if no worker can be started at all */
  start(order: WorkerSpecDraft): Promise<WorkerHandle>;
  /** Lets go of what is kept ready for the next start. The workers that were started are those of their handles. */
  close(): Promise<void>;
}
