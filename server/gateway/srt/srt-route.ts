/** One of the two public ports: `ingest` for cameras, `view` for viewers. */
export type SrtDirection = 'ingest' | 'view';

/** A stream key opens both ports, a view key the one for viewers. */
export type KeyKind = 'stream' | 'view';

export interface SrtCaller {
  address: string;
  port: number;
  socketId: number;
}

/** The destination of a caller. */
export interface SrtRoute {
  streamId: string;
  workerId: string;
  host: string;
  port: number;
  /** SHA-256, in hex, of the key that has let the caller in. */
  keyHash: string;
}

/** The SRTLA group of a caller. */
export interface SrtBond {
  /** In base64. */
  id: string;
  links: { address: string; port: number }[];
}

/** All that a router needs to restore an open connection after its process was killed. */
export interface OpenSrtConnection extends SrtRoute {
  direction: SrtDirection;
  caller: SrtCaller;
  /** The router's port towards the worker: libsrt accepts a connection's datagrams from no other. */
  workerLocalPort: number;
  workerSocketId: number;
  receiveLatencyMs: number | null;
  /** Null for a caller of one address. */
  bond: SrtBond | null;
}
