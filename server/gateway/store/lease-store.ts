import type { LeasedStream } from './leased-stream';

/**
 * Two of these and the pause between them are shorter than a lease. So a gateway that asks a Postgres that hangs holds its
 * leases all the while, because nobody else can claim them.
 */
export const answerTimeoutMs = 1_200;

/** Another gateway, as its row describes it. */
export interface OtherGateway {
  /** Null: it has no row, which counts as a standing heartbeat. */
  heartbeat: number | null;
  /** It holds streams that need a gateway. */
  hasStreams: boolean;
}

/** One reading of Postgres. */
export interface LeaseReading {
  /** The streams that this gateway holds, the oldest first. */
  streams: LeasedStream[];
  others: Map<string, OtherGateway>;
  /** Differs from the previous reading's where the connection was lost in between. */
  connection: number;
}

/** Stores leases. Calls never overlap; each throws where Postgres does not answer in time. */
export interface LeaseStore {
  /** Increments this gateway's heartbeat, and then reads, in one transaction. */
  renew(): Promise<LeaseReading>;
  /** Claims streams that need a gateway and have none, the oldest of each organization in turn. @returns those */
  claimFree(limit: number): Promise<LeasedStream[]>;
  /**
   * Claims the oldest streams of a gateway, unless its heartbeat has changed since `heartbeat` was read. A concurrent
   * heartbeat waits for the end of this transaction, and then sees that the streams are gone.
   * @returns the claimed streams
   */
  claimFrom(gatewayId: string, heartbeat: number | null, limit: number): Promise<LeasedStream[]>;
  /**
   * Releases all leases, so that another gateway can claim the streams at once; they stay on. Their workers on this
   * `node`, if any, have ended; the rows keep naming workers on other nodes.
   */
  release(node: string | null): Promise<void>;
  close(): Promise<void>;
}
