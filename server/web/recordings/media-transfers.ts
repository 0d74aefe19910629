import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@/lib/core/network-of';
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
  /** The same for a reader whose place another request waits for. */
  pressedPatienceMs: number;
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
  pressedPatienceMs: 2_000,
  checkMs: 1_000,
});

interface Waiting {
  network: string;
  holder: string | null;
  /** A slow reader was disconnected for this request. */
  hasRoom: boolean;
  /** Ends the waiting. */
  end(hasPlace: boolean): void;
}

/** Requests of one connection that wait for its transfer: browsers and players send none before an answer is there. */
const maxPipelined = 4;

/**
 * Sends recordings and exports. Each network and each session has a number of places, and a request waits for one. A
 * connection has one transfer at a time. A reader that takes too little for too long is disconnected, and sooner where others
 * wait. Requests of holders with few transfers come first, so that nobody waits behind the many of somebody else.
 */
export class MediaTransfers {
  readonly #limits: TransferLimits;
  readonly #networks: Places;
  readonly #holders: Places;
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
    const end = this.#watch(response, network, holder);
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
    if (!this.#hasRoomToWait(network, holder)) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiting.end(false), this.#limits.waitMs);
      const waiting: Waiting = {
        network,
        holder,
        hasRoom: false,
        end: (hasPlace) => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve(hasPlace);
        },
      };
      this.#waiting.add(waiting);
      closed.then(() => waiting.end(false));
    });
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
    const inTurn = [...this.#waiting].toSorted((a, b) => this.#countOf(a.holder) - this.#countOf(b.holder));
    for (const waiting of inTurn) {
      if (this.#networks.isFull) return;
      if (!this.#take(waiting.network, waiting.holder)) continue;
      waiting.end(true);
    }
  }

  /** The transfers of a holder. A request without one will be refused, and comes last. */
  #countOf(holder: string | null): number {
    return holder === null ? Number.POSITIVE_INFINITY : this.#holders.countOf(holder);
  }

  /** Whether one more may wait. Where too many do, one of those of whom most wait is sent away. */
  #hasRoomToWait(network: string, holder: string | null): boolean {
    const ofNetwork = [...this.#waiting].filter((other) => other.network === network);
    if (ofNetwork.length < this.#limits.maxWaiting) return true;
    const ofHolder = (id: string | null) => ofNetwork.filter((other) => other.holder === id);
    const holders = [...new Set(ofNetwork.map((other) => other.holder))];
    const [most = []] = holders.map(ofHolder).toSorted((a, b) => b.length - a.length);
    if (most.length <= ofHolder(holder).length + 1) return false;
    most.at(-1)?.end(false);
    return true;
  }

  /**
   * A request that would have the place of this transfer, of a holder who has fewer. Those who have as many would only take
   * turns, and each turn fills the buffers of another connection.
   */
  #waitingFor(network: string, holder: string | null): Waiting | undefined {
    for (const waiting of this.#waiting) {
      const wouldHavePlace = waiting.network === network || this.#networks.isFull;
      const hasFewer = this.#countOf(waiting.holder) + 1 < this.#countOf(holder);
      if (!waiting.hasRoom && wouldHavePlace && hasFewer) return waiting;
    }
  }

  /** Disconnects a reader that takes too little. @returns ends the watch */
  #watch(response: ServerResponse, network: string, holder: string | null): () => void {
    const { minBytesPerSecond, patienceMs, pressedPatienceMs, checkMs } = this.#limits;
    const pace = new ReaderPace(minBytesPerSecond, performance.now());
    const check = setInterval(() => {
      const { socket } = response;
      if (!socket) return;
      const behindMs = pace.behindMs(socket, performance.now());
      const waiting = behindMs > pressedPatienceMs ? this.#waitingFor(network, holder) : undefined;
      if (!waiting && behindMs <= patienceMs) return;
      if (waiting) waiting.hasRoom = true;
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
