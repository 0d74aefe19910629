/**
 * `starting`: it does not serve yet, or no longer; `running`: it serves whoever uses the camera by it; `stopped`: it has
 * ended in order.
 */
export type OutputState = 'starting' | 'running' | 'stopped';

/** A use of a camera: a LiveKit room, SRT players, a recorder. It subscribes itself to the feed or to the program. */
export interface Output {
  readonly state: OutputState;
  /**
   * Serves until {@link stop}. A part that fails starts again by itself.
   * @throws WorkerFault where starting again is of no use
   */
  start(): Promise<void>;
  /** Ends in order, and settles when nothing of it is left. The worker's end cuts that short. */
  stop(): Promise<void>;
}
