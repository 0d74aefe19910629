import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@/lib/core/network-of';
import { pause } from '@/lib/core/pause';
import { Places } from '@/lib/core/places';
import { log } from '@/lib/platform/log';

/** Limits transfers of recordings and exports: each holds a file, and the bytes that wait for its reader. */
export interface TransferLimits {
  /** The maximum of all networks together. */
  max: number;
  /** The maximum of one network. A part loads in moments, so that this is enough for many people. */
  maxOfNetwork: number;
  /** The maximum of one session: sixteen cameras that play, and some downloads. */
  maxOfHolder: number;
  /** How long a request waits for a place. */
  waitMs: number;
  /** Requests of one network that wait at once. */
  maxWaiting: number;
  /** The minimum rate of a reader, on average. A slow line carries six times as much. */
  minBytesPerSecond: number;
  /** A reader may fall behind that rate by this much: lines break off for a while, and players stop. */
  patienceMs: number;
  checkMs: number;
}

const shareOfNetwork = 0.25;

/** The limits of a server. @param max of all transfers at once */
export const transferLimits = (max: number): TransferLimits => ({
  max,
  maxOfNetwork: Math.max(1, Math.floor(max * shareOfNetwork)),
  maxOfHolder: 32,
  waitMs: 10_000,
  maxWaiting: 256,
  minBytesPerSecond: 16 * 1024,
  patienceMs: 60_000,
  checkMs: 1_000,
});

interface Waiting {
  network: string;
  holder: string | null;
  begin(): void;
}

/** Requests of one connection that wait for its transfer: browsers and players send none before an answer is there. */
const maxPipelined = 4;

/**
 * Sends recordings and exports. Each network and each session has a number of places, and a request waits for one. A
 * connection has one transfer at a time. A reader that takes too little for too long is disconnected.
 */
export class MediaTransfers {
  readonly #limits: TransferLimits;
  readonly #networks: Places;
  readonly #holders: Places;
  /** In order; the places of each are free one day. */
  readonly #waiting = new Set<Waiting>();
  readonly #onConnection = new WeakMap<Socket, { count: number; last: Promise<void> }>();

  constructor(limits: TransferLimits) {
    this.#limits = limits;
    this.#networks = new Places({ max: limits.max, maxOfKey: limits.maxOfNetwork });
    this.#holders = new Places({ maxOfKey: limits.maxOfHolder });
  }

  /**
   * Sends media once there is a place.
   * @param address the caller's
   * @returns false when there was none in time
   */
  async send(
    { socket, url = '' }: IncomingMessage,
    response: ServerResponse,
    address: string,
    send: () => Promise<void>,
  ): Promise<boolean> {
    if ((this.#onConnection.get(socket)?.count ?? 0) >= maxPipelined) {
      socket.destroy();
      return true;
    }
    const closed = closeOf(socket, response);
    await this.#turnOf(socket, closed);
    if (socket.destroyed) return true;
    const [network, holder] = [networkOf(address), holderOf(url)];
    if (!(await this.#place(network, holder, closed))) return socket.destroyed;
    closed.then(() => this.#free(network, holder));
    if (socket.destroyed) return true;
    const end = this.#watch(response);
    closed.then(end);
    await send();
    return true;
  }

  /** Waits until the connection's former transfers are over. */
  async #turnOf(socket: Socket, closed: Promise<void>): Promise<void> {
    const connection = this.#onConnection.get(socket) ?? { count: 0, last: Promise.resolve() };
    const { last: before } = connection;
    connection.count++;
    connection.last = Promise.all([before, closed]).then(() => void connection.count--);
    this.#onConnection.set(socket, connection);
    await before;
  }

  async #place(network: string, holder: string | null, closed: Promise<void>): Promise<boolean> {
    if (this.#take(network, holder)) return true;
    const ofNetwork = [...this.#waiting].filter((other) => other.network === network).length;
    if (ofNetwork >= this.#limits.maxWaiting) return false;
    const over = new AbortController();
    const waiting: Waiting = { network, holder, begin: () => over.abort() };
    this.#waiting.add(waiting);
    await Promise.race([pause(this.#limits.waitMs, over.signal), closed]);
    const isWaiting = this.#waiting.delete(waiting);
    over.abort();
    return !isWaiting;
  }

  #take(network: string, holder: string | null): boolean {
    if (!this.#networks.take(network)) return false;
    if (holder === null || this.#holders.take(holder)) return true;
    this.#networks.free(network);
    return false;
  }

  #free(network: string, holder: string | null): void {
    this.#networks.free(network);
    if (holder !== null) this.#holders.free(holder);
    for (const waiting of this.#waiting) {
      if (!this.#take(waiting.network, waiting.holder)) continue;
      this.#waiting.delete(waiting);
      waiting.begin();
      if (this.#networks.isFull) return;
    }
  }

  /** Disconnects a reader that takes too little. @returns ends the watch */
  #watch(response: ServerResponse): () => void {
    const { minBytesPerSecond, patienceMs, checkMs } = this.#limits;
    const pace = new ReaderPace(minBytesPerSecond, performance.now());
    const check = setInterval(() => {
      const { socket } = response;
      if (!socket || pace.behindMs(socket, performance.now()) <= patienceMs) return;
      log.info(
        { takenBytes: socket.bytesWritten },
        'web: a reader of a recording takes too little, and is disconnected',
      );
      socket.destroy();
    }, checkMs);
    return () => clearInterval(check);
  }
}

/** Settles when nobody waits for a response any more: one behind another response does not hear that its connection ends. */
function closeOf(socket: Socket, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off('close', end);
      resolve();
    };
    socket.once('close', end);
    response.once('close', end);
  });
}

/** How far a reader is behind the least that it should take. */
export class ReaderPace {
  readonly #bytesPerMs: number;
  #behindMs = 0;
  #atMs: number;
  #takenBytes: number | null = null;

  constructor(minBytesPerSecond: number, nowMs: number) {
    this.#bytesPerMs = minBytesPerSecond / 1_000;
    this.#atMs = nowMs;
  }

  /**
   * A reader for which nothing waits is not behind. Bytes that it takes early are not saved up, and a large piece that waits
   * may take its time.
   */
  behindMs({ bytesWritten, writableLength }: Pick<Socket, 'bytesWritten' | 'writableLength'>, nowMs: number): number {
    const taken = bytesWritten - writableLength;
    const tookMs = (taken - (this.#takenBytes ?? taken)) / this.#bytesPerMs;
    const passedMs = nowMs - this.#atMs;
    this.#behindMs = writableLength === 0 ? 0 : Math.max(0, this.#behindMs + passedMs - tookMs);
    [this.#takenBytes, this.#atMs] = [taken, nowMs];
    return this.#behindMs - writableLength / this.#bytesPerMs;
  }
}

/** The session or API token that an address names. One that is made up is refused at once, and leaves its place. */
function holderOf(url: string): string | null {
  const [, holder = null] = /[?&]token=\d{1,15}\.([\da-f-]{36})\./.exec(url) ?? [];
  return holder;
}
