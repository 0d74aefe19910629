import type { WorkerPermit } from '@/lib/contracts/worker-protocol';

/**
 * `starting`: it does not serve yet, or has stopped serving. `running`: it serves. `stopped`: it has ended in order.
 */
export type OutputState = 'starting' | 'running' | 'stopped';

/** A use of a camera: a LiveKit room, SRT players, a recorder. It subscribes to the feed or to the program. */
export interface Output {
  readonly state: OutputState;
  /**
   * Serves until {@link stop}. A part that fails restarts by itself.
   * @throws WorkerFault when starting again is of no use
   */
  start(): Promise<void>;
  /** Does what each permit says of it; called only between {@link start} and {@link stop}. */
  follow?(permit: WorkerPermit): void;
  /** Ends in order, and settles when nothing of it is left. The worker's end cuts this short. */
  stop(): Promise<void>;
}
