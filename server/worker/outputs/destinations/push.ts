/** One connection to a destination, from the moment at which its server takes the stream. */
export interface Push {
  /** Bytes that have left this machine since it began. */
  readonly sentBytes: number;
  /** How much waits to be sent, in milliseconds of the camera's time. */
  readonly behindMs: number;
  /** Frames that were left out. */
  readonly droppedFrames: number;
  /** Rejects with a DestinationFault when the connection ends; never settles otherwise. */
  readonly ended: Promise<never>;
  /** Says goodbye. */
  close(): void;
}
