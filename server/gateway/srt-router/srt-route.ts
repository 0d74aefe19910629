/** Which of the two public ports: cameras come in by one, viewers by the other. */
export type SrtDirection = 'ingest' | 'view';

export interface SrtCaller {
  address: string;
  port: number;
  socketId: number;
}

/** Where a caller is forwarded to. */
export interface SrtRoute {
  streamId: string;
  workerId: string;
  host: string;
  port: number;
}

/** All that a router must know of an open connection to go on with it, also after its process was killed. */
export interface OpenSrtConnection extends SrtRoute {
  direction: SrtDirection;
  caller: SrtCaller;
  /** SHA-256 of the stream key that the caller came in with, in hex. */
  streamKeyHash: string;
  /** The router's port towards the worker: libsrt takes a connection's datagrams from no other. */
  workerLocalPort: number;
  workerSocketId: number;
  receiveLatencyMs: number | null;
}
