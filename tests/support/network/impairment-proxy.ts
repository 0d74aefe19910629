import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { raiseReceiveBuffer } from '@/server/gateway/srt-router/thread/public-socket';
import { SeededRandom } from '../random';

/** The damage that a bad network does, for each direction. */
export interface Impairment {
  /** Share of datagrams that are lost, 0 to 1. */
  loss: number;
  /** One way; a round trip takes twice as long. */
  delayMs: number;
  /** Up to this much longer, each datagram for itself, so that some overtake others. */
  jitterMs: number;
  /** Capacity of the link. */
  rateKbps: number;
  /** Datagrams wait for their turn for up to so long, and are lost beyond that. */
  queueMs: number;
  /** @returns whether a client's datagram is lost whatever the rest says */
  losesToServer(datagram: Buffer): boolean;
}

export interface ImpairmentProxy {
  /** Clients send to this port of 127.0.0.1 instead of the server's. */
  port: number;
  /** Changes what is named, for the datagrams that come from now on. */
  impair(impairment: Partial<Impairment>): void;
  /** Loses everything in both directions, also what is under way, until {@link ImpairmentProxy.restore}. */
  cut(): void;
  restore(): void;
  /** From now on the server sees the clients at another address and port, and nothing reaches them at the old one. */
  moveClients(): void;
  /** The clients that are there now reach nothing any more, and nothing reaches them; others come through. */
  strandClients(): void;
  /** Datagrams that were lost on purpose, by {@link Impairment.loss}, the link's rate or an outage. */
  lostDatagrams(): number;
  /** For how long what is sent to the clients now waits for its turn. */
  queuedMs(): number;
  close(): void;
}

const healthy: Impairment = {
  loss: 0,
  delayMs: 0,
  jitterMs: 0,
  rateKbps: Number.POSITIVE_INFINITY,
  queueMs: 1_000,
  losesToServer: () => false,
};
const fractions = 1_000_000;

/**
 * A bad network between SRT callers on this machine and a server's UDP port.
 * @param target a port of 127.0.0.1, or of another address
 * @param seed of what is lost and how much is delayed
 */
export async function openImpairmentProxy(
  target: number | { host: string; port: number },
  impairment: Partial<Impairment> = {},
  seed = 1,
): Promise<ImpairmentProxy> {
  // One each, so that what happens to one direction does not depend on when the other sends.
  const [randomToServer, randomToClients] = [new SeededRandom(seed), new SeededRandom(~seed)];
  const { host, port } = typeof target === 'number' ? { host: '127.0.0.1', port: target } : target;
  const near = createSocket('udp4');
  /** By the client's own port: what the server sees of it. */
  const far = new Map<number, { socket: Socket; queue: DelayQueue }>();
  /** The ports of clients that are cut off for good. */
  const stranded = new Set<number>();
  const toClients = new DelayQueue();
  let now = { ...healthy, ...impairment };
  let isCut = false;
  let lost = 0;
  let clientNumber = 2;

  const pass = (random: SeededRandom, queue: DelayQueue, bytes: number, deliver: () => void) => {
    const chance = () => random.integer(fractions) / fractions;
    const isLost = isCut || (now.loss > 0 && chance() < now.loss);
    const jitterMs = now.jitterMs > 0 ? chance() * now.jitterMs : 0;
    if (isLost || !queue.push(bytes, now, now.delayMs + jitterMs, deliver)) lost++;
  };

  const openFar = ({ port, address }: RemoteInfo) => {
    const socket = createSocket('udp4');
    socket.on('error', () => undefined); // A server that is not there is a part of the outages under test.
    socket.on('message', (datagram) => {
      pass(randomToClients, toClients, datagram.length, () => near.send(datagram, port, address));
    });
    // Elsewhere there is one loopback address: there only the port is another.
    socket.bind(0, process.platform === 'linux' ? `127.0.0.${clientNumber}` : '127.0.0.1', () =>
      raiseReceiveBuffer(socket),
    );
    const client = { socket, queue: new DelayQueue() };
    far.set(port, client);
    return client;
  };

  near.on('message', (datagram, remote) => {
    if (stranded.has(remote.port) || now.losesToServer(datagram)) {
      lost++;
      return;
    }
    const { socket, queue } = far.get(remote.port) ?? openFar(remote);
    pass(randomToServer, queue, datagram.length, () => socket.send(datagram, port, host));
  });

  const dropAll = () => {
    toClients.clear();
    for (const { queue } of far.values()) queue.clear();
  };
  const forgetClients = () => {
    dropAll();
    for (const { socket } of far.values()) socket.close();
    far.clear();
  };

  near.bind(0, '127.0.0.1');
  await once(near, 'listening');
  raiseReceiveBuffer(near);
  return {
    port: near.address().port,
    impair: (change) => {
      now = { ...now, ...change };
    },
    cut: () => {
      isCut = true;
      dropAll();
    },
    restore: () => {
      isCut = false;
    },
    moveClients: () => {
      clientNumber++;
      forgetClients();
    },
    strandClients: () => {
      for (const clientPort of far.keys()) stranded.add(clientPort);
      forgetClients();
    },
    lostDatagrams: () => lost,
    queuedMs: () => toClients.queuedMs,
    close: () => {
      near.close();
      forgetClients();
    },
  };
}

/** Datagrams under way, which come out by the time each is due: in order, unless one is delayed more than the next. */
class DelayQueue {
  #waiting: { dueMs: number; deliver: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the link has sent everything that it was given. */
  #linkFreeMs = 0;

  get queuedMs(): number {
    return Math.max(this.#linkFreeMs - performance.now(), 0);
  }

  /** @returns false where the link's queue is full */
  push(bytes: number, { rateKbps, queueMs }: Impairment, delayMs: number, deliver: () => void): boolean {
    const nowMs = performance.now();
    const startMs = Math.max(nowMs, this.#linkFreeMs);
    if (startMs - nowMs > queueMs) return false;
    this.#linkFreeMs = startMs + (bytes * 8) / rateKbps;
    const dueMs = this.#linkFreeMs + delayMs;
    if (dueMs <= nowMs && this.#waiting.length === 0) {
      deliver();
      return true;
    }
    let index = this.#waiting.length;
    while (index > 0 && (this.#waiting[index - 1]?.dueMs ?? 0) > dueMs) index--;
    this.#waiting.splice(index, 0, { dueMs, deliver });
    if (index === 0) this.#arm();
    return true;
  }

  clear(): void {
    this.#waiting = [];
    this.#linkFreeMs = 0;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const [first] = this.#waiting;
    if (first) this.#timer = setTimeout(() => this.#deliver(), Math.max(0, first.dueMs - performance.now()));
  }

  #deliver(): void {
    const nowMs = performance.now();
    // Timers have whole milliseconds: what is due within this one goes now.
    const due = this.#waiting.findIndex(({ dueMs }) => dueMs > nowMs + 0.5);
    for (const { deliver } of this.#waiting.splice(0, due < 0 ? this.#waiting.length : due)) deliver();
    this.#arm();
  }
}
