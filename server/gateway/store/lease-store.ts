import type { LeasedStream } from './leased-stream';

/** What a gateway reads of another one. */
export interface OtherGateway {
  /** Null: it has no row, which counts as a heartbeat that stands still. */
  heartbeat: number | null;
  /** It holds streams that need a gateway. */
  hasStreams: boolean;
}

/** What Postgres says in one moment. */
export interface LeaseReading {
  /** The streams that this gateway holds, the oldest first. */
  streams: LeasedStream[];
  others: Map<string, OtherGateway>;
  /** Differs from that of the reading before where the connection has been lost in between. */
  connection: number;
}

/** Where leases are kept. Calls come one after the other; each throws where Postgres does not answer in time. */
export interface LeaseStore {
  /** Lets this gateway's heartbeat go on, and then reads, in one transaction. */
  renew(): Promise<LeaseReading>;
  /** Takes the oldest streams that need a gateway and have none. @returns those that were taken */
  claimFree(limit: number): Promise<LeasedStream[]>;
  /**
   * Takes the oldest streams of a gateway, unless its heartbeat has gone on since `heartbeat` was read: a heartbeat at
   * the same time waits until this has ended, and then sees that the streams are gone.
   * @returns those that were taken
   */
  claimFrom(gatewayId: string, heartbeat: number | null, limit: number): Promise<LeasedStream[]>;
  /**
   * Gives all leases back, so that another gateway can take the streams over at once; they stay on. Their workers on
   * this `node` have ended; rows go on naming those on others.
   */
  release(node: string): Promise<void>;
  close(): Promise<void>;
}
