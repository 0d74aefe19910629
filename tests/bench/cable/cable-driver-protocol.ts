/** One client of a driver process. */
export interface ClientPlan {
  url: string;
  /** The loopback address it comes from. */
  localAddress: string;
  /** The subscriptions to request. */
  identifiers: string[];
}

/** Messages from the benchmark to a driver, which answers each one once. */
export type DriverOrder = { type: 'connect'; clients: ClientPlan[] } | { type: 'report' } | { type: 'disconnect' };

export interface DriverReport {
  /** Clients whose subscriptions are all confirmed at this moment. */
  subscribedClients: number;
  /** Refused handshakes, rejected subscriptions and disconnects that forbid to come back, so far. */
  rejections: number;
  /** Why, each reason once. */
  reasons: string[];
  /** Ages of the broadcasts since the last report, in milliseconds. */
  agesMs: Float64Array;
}

/** Milliseconds by the clock that all processes of this machine share (CLOCK_MONOTONIC). */
export const sharedNowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
