/** One of the two public ports: `ingest` for cameras, `view` for viewers. */
export type SrtDirection = 'ingest' | 'view';

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
}

/** All that a router needs to restore an open connection after its process was killed. */
export interface OpenSrtConnection extends SrtRoute {
  direction: SrtDirection;
  caller: SrtCaller;
  /** SHA-256 of the key that the caller named, in hex. */
  keyHash: string;
  /** The router's port towards the worker: libsrt accepts a connection's datagrams from no other. */
  workerLocalPort: number;
  workerSocketId: number;
  receiveLatencyMs: number | null;
}
