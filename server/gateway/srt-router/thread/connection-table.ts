import type { SrtCaller } from '../../srt/srt-route';
import type { SrtConnection } from './srt-connection';

/** Identifies a caller: one address and port may have several SRT sockets. */
export const callerKey = ({ address, port, socketId }: SrtCaller): string => `${address} ${port} ${socketId}`;

/** The connections of one public port, indexed by caller, worker socket and stream. */
export class ConnectionTable {
  readonly #byCaller = new Map<string, SrtConnection>();
  /** Open connections by the worker's SRT socket id, which a caller's datagrams carry. */
  readonly #open = new Map<number, SrtConnection[]>();
  /** Admitted connections, in the order of admission. */
  readonly #byStream = new Map<string, Set<SrtConnection>>();
  #openCount = 0;

  get size(): number {
    return this.#byCaller.size;
  }

  get halfOpenCount(): number {
    return this.#byCaller.size - this.#openCount;
  }

  all(): Iterable<SrtConnection> {
    return this.#byCaller.values();
  }

  findByCaller(caller: SrtCaller): SrtConnection | undefined {
    return this.#byCaller.get(callerKey(caller));
  }

  /** The open connection of the sender of a datagram for this worker socket. */
  findOpen(workerSocketId: number, remote: Pick<SrtCaller, 'address' | 'port'>): SrtConnection | undefined {
    const candidates = this.#open.get(workerSocketId);
    if (candidates === undefined) return undefined;
    for (const connection of candidates) {
      if (connection.caller.port === remote.port && connection.caller.address === remote.address) return connection;
    }
    return undefined;
  }

  /** The connections of a stream, in the order of their admission. */
  ofStream(streamId: string): SrtConnection[] {
    return [...(this.#byStream.get(streamId) ?? [])];
  }

  streamIds(): Iterable<string> {
    return this.#byStream.keys();
  }

  add(connection: SrtConnection): void {
    this.#byCaller.set(callerKey(connection.caller), connection);
  }

  /** Assigns an admitted connection to its stream. */
  assign(connection: SrtConnection, streamId: string): void {
    const siblings = this.#byStream.get(streamId);
    if (siblings) siblings.add(connection);
    else this.#byStream.set(streamId, new Set([connection]));
  }

  /** Marks a connection as open. */
  markOpen(connection: SrtConnection): void {
    this.#openCount++;
    const sameId = this.#open.get(connection.workerSocketId);
    if (sameId) sameId.push(connection);
    else this.#open.set(connection.workerSocketId, [connection]);
  }

  remove(connection: SrtConnection): void {
    if (!this.#byCaller.delete(callerKey(connection.caller))) return;
    const sameId = this.#open.get(connection.workerSocketId);
    const rest = sameId?.filter((other) => other !== connection);
    if (sameId && rest && rest.length < sameId.length) {
      this.#openCount--;
      if (rest.length > 0) this.#open.set(connection.workerSocketId, rest);
      else this.#open.delete(connection.workerSocketId);
    }
    const streamId = connection.route?.streamId;
    const siblings = streamId === undefined ? undefined : this.#byStream.get(streamId);
    siblings?.delete(connection);
    if (siblings?.size === 0 && streamId !== undefined) this.#byStream.delete(streamId);
  }
}
