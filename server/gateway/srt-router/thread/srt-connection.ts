import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { log } from '@/lib/platform/log';
import { SrtLink } from '../../srt/srt-link';
import type { OpenSrtConnection, SrtCaller, SrtDirection, SrtRoute } from '../../srt/srt-route';
import { isAck, SentPackets, withBoundedFlowWindow, withIPv4Address } from '../protocol/caller-claims';
import {
  agreedReceiveLatencyMs,
  buildInduction,
  buildShutdown,
  destinationSocketId,
  initialSequence,
  isData,
  isShutdown,
  parseHandshake,
  withCookie,
  withTimeHeldBack,
} from '../protocol/srt-handshake';
import { CallerBudget } from './caller-limits';
import { raiseReceiveBuffer } from './public-socket';
import type { SrtlaGroup } from './srtla/srtla-group';
import { SrtlaMerge } from './srtla/srtla-merge';

/** Interval of inductions; the first one makes a worker listen. */
const inductionIntervalMs = 5;
const connectTimeoutMs = 3_000;
/**
 * libsrt's SRT_REJ_BACKLOG and SRT_REJ_CLOSE: the listener is accepting another connection, or is about to be replaced.
 */
const transientRejectReasons = [5, 7];

/** A caller at a public port. It has several addresses if it has a group, and its own is then the group's. */
export interface PortCaller extends SrtCaller {
  group?: SrtlaGroup;
}

export interface SrtConnectionEvents {
  /** The worker has accepted; datagrams to it address `workerSocketId` from now on. */
  onOpen(connection: SrtConnection): void;
  onWorkerDatagram(connection: SrtConnection, datagram: Buffer): void;
  /** The worker has refused; `answer` is its SRT rejection. */
  onRefused(connection: SrtConnection, answer: Buffer, rejectReason: number): void;
  onConnectTimeout(connection: SrtConnection): void;
  onWorkerShutdown(connection: SrtConnection): void;
  /** The handling of a worker's datagram threw. */
  onFault(error: unknown, datagram: Buffer): void;
}

export interface SrtConnectionOptions {
  direction: SrtDirection;
  caller: PortCaller;
  /** Maximum bitrate of a camera. */
  maxBitrateKbps: number;
  events: SrtConnectionEvents;
}

/**
 * One caller and its own socket towards the worker. Replays the caller's conclusion to the worker, which may be between
 * two listeners, so it repeats the induction until a conclusion is answered. A viewer receives that answer only once
 * media follows: libsrt accepts callers for a listener that is closing, and drops them.
 */
export class SrtConnection {
  state: 'admitting' | 'connecting' | 'accepted' | 'open' | 'ended' = 'admitting';
  route: SrtRoute | null = null;
  workerSocketId = 0;
  lastCallerDatagramMs: number;
  /** When media last came from the caller, or when the connection was opened. */
  lastMediaMs = 0;
  /** The worker's receive latency, in which lost packets can be resent; known once it has accepted. */
  receiveLatencyMs: number | null = null;
  readonly caller: PortCaller;
  readonly link = new SrtLink();
  readonly budget: CallerBudget;
  readonly startedAtMs: number;

  readonly #direction: SrtDirection;
  readonly #events: SrtConnectionEvents;
  readonly #recordedCaller: SrtCaller;
  readonly #merge: SrtlaMerge | null;
  readonly #sentToCaller = new SentPackets();
  #answer: { datagram: Buffer; atMs: number } | null = null;
  #workerLocalPort = 0;
  #socket: Socket | null = null;
  #retryTimer: NodeJS.Timeout | null = null;
  #connectTimer: NodeJS.Timeout | null = null;

  /** @param nowMs by performance.now() */
  constructor({ direction, caller, maxBitrateKbps, events }: SrtConnectionOptions, nowMs: number) {
    this.#direction = direction;
    this.caller = caller;
    this.#merge = caller.group ? new SrtlaMerge() : null;
    const { address, port, socketId } = caller;
    this.#recordedCaller = { address, port, socketId };
    this.budget = new CallerBudget(direction, maxBitrateKbps, nowMs);
    this.#events = events;
    this.lastCallerDatagramMs = nowMs;
    this.startedAtMs = nowMs;
  }

  /** The worker's answer, to repeat for a caller that lost it; null once restored. */
  get answer(): Buffer | null {
    return this.#answer && withTimeHeldBack(this.#answer.datagram, performance.now() - this.#answer.atMs);
  }

  /** The record of an open connection, for {@link restore}. */
  get record(): OpenSrtConnection {
    if (!this.route) throw new Error('an SRT connection without a route is not open');
    const { streamId, workerId, host, port, keyHash } = this.route;
    return {
      streamId,
      workerId,
      host,
      port,
      keyHash,
      direction: this.#direction,
      caller: this.#recordedCaller,
      bond: this.caller.group?.record ?? null,
      workerLocalPort: this.#workerLocalPort,
      workerSocketId: this.workerSocketId,
      receiveLatencyMs: this.receiveLatencyMs,
    };
  }

  /**
   * Calls the worker until it accepts or refuses, or until the time-out.
   * @param conclusion the caller's conclusion
   * @param mayConnect whether it is this connection's turn; called before each try
   */
  connect(route: SrtRoute, conclusion: Buffer, mayConnect: () => boolean): void {
    this.state = 'connecting';
    this.route = route;
    this.link.sender.beginAt(initialSequence(conclusion));
    const bounded = withBoundedFlowWindow(withIPv4Address(conclusion));
    const induction = buildInduction(bounded);
    const socket = this.#openSocket((datagram) => this.#onWorkerMessage(datagram, bounded));
    socket.connect(route.port, route.host, (error?: Error) => {
      // The caller is refused at the time-out.
      if (error) log.warn({ err: error, workerId: route.workerId }, 'router: a worker has no usable address');
      if (error || this.state !== 'connecting') return;
      this.#workerLocalPort = socket.address().port;
      raiseReceiveBuffer(socket);
      const induce = () => {
        if (this.state === 'connecting' && mayConnect()) socket.send(induction);
      };
      this.#retryTimer = setInterval(induce, inductionIntervalMs);
      induce();
    });
    this.#connectTimer = setTimeout(() => this.#events.onConnectTimeout(this), connectTimeoutMs);
  }

  /**
   * Restores a connection of a process that has ended, from the same port towards the worker. So caller and worker
   * notice only a gap.
   * @throws Error when that port is in use
   */
  async restore(record: OpenSrtConnection): Promise<void> {
    const { streamId, workerId, host, port, keyHash } = record;
    this.route = { streamId, workerId, host, port, keyHash };
    this.workerSocketId = record.workerSocketId;
    this.receiveLatencyMs = record.receiveLatencyMs;
    this.#workerLocalPort = record.workerLocalPort;
    const socket = this.#openSocket((datagram) => this.#onWorkerMessage(datagram, null));
    const listening = once(socket, 'listening');
    socket.bind(record.workerLocalPort);
    await listening;
    const connected = once(socket, 'connect');
    socket.connect(port, host);
    await connected;
    raiseReceiveBuffer(socket);
    this.#open();
  }

  /** Caller → worker. */
  forward(datagram: Buffer, nowMs: number): void {
    this.lastCallerDatagramMs = nowMs;
    if (isData(datagram)) this.lastMediaMs = nowMs;
    if (isAck(datagram) && !this.#sentToCaller.covers(datagram)) return;
    if (this.#merge && !this.#merge.fromSender(datagram, nowMs)) return;
    if (this.#direction === 'ingest') this.link.noteFromSender(datagram, nowMs);
    else this.link.noteFromReceiver(datagram, nowMs);
    this.#socket?.send(datagram);
  }

  /** Ends the connection and frees its socket. */
  end({ notifyWorker }: { notifyWorker: boolean }): void {
    const socket = this.#socket;
    const isKnownToWorker = this.state === 'accepted' || this.state === 'open';
    this.state = 'ended';
    this.#socket = null;
    this.#stopTimers();
    if (!socket) return;
    if (notifyWorker && isKnownToWorker) socket.send(buildShutdown(this.workerSocketId), () => socket.close());
    else socket.close();
  }

  #openSocket(onMessage: (datagram: Buffer) => void): Socket {
    const socket = createSocket('udp4');
    this.#socket = socket;
    // Never throws, so that no worker's datagram can end the connections of others.
    socket.on('message', (datagram) => {
      try {
        onMessage(datagram);
      } catch (error) {
        this.#events.onFault(error, datagram);
      }
    });
    // A worker between two listeners answers with ICMP, and the next induction reaches the new listener. The reconciler
    // handles a dead worker.
    socket.on('error', () => undefined);
    return socket;
  }

  #onWorkerMessage(datagram: Buffer, conclusion: Buffer | null): void {
    if (destinationSocketId(datagram) !== this.caller.socketId) return;
    if (this.state === 'connecting' && conclusion) this.#onWorkerHandshake(datagram, conclusion);
    else if (this.state === 'accepted' && isData(datagram)) this.#open();
    else if (this.state === 'accepted' && isShutdown(datagram)) this.state = 'connecting';
    if (this.state === 'open') this.#onWorkerDatagram(datagram);
  }

  #onWorkerDatagram(sent: Buffer): void {
    // A repeated answer to the handshake, which the caller no longer needs.
    if (parseHandshake(sent)) return;
    const nowMs = performance.now();
    const datagram = this.#merge ? this.#merge.fromReceiver(sent, this.receiveLatencyMs, nowMs) : sent;
    if (!datagram) return;
    if (isData(datagram)) this.#sentToCaller.note(datagram);
    if (this.#direction === 'ingest') this.link.noteFromReceiver(datagram, nowMs);
    else this.link.noteFromSender(datagram, nowMs);
    this.#events.onWorkerDatagram(this, datagram);
    if (isShutdown(datagram)) this.#events.onWorkerShutdown(this);
  }

  #onWorkerHandshake(datagram: Buffer, conclusion: Buffer): void {
    const handshake = parseHandshake(datagram);
    if (handshake?.kind === 'induction') {
      const mine = withCookie(conclusion, handshake.cookie);
      this.#socket?.send(withTimeHeldBack(mine, performance.now() - this.startedAtMs));
    } else if (handshake?.kind === 'conclusion') {
      this.workerSocketId = handshake.socketId;
      this.#answer = { datagram, atMs: performance.now() };
      this.receiveLatencyMs = agreedReceiveLatencyMs(datagram);
      if (this.#direction === 'ingest') this.#open();
      else this.state = 'accepted';
    } else if (handshake?.kind === 'rejection' && !transientRejectReasons.includes(handshake.reason)) {
      this.#events.onRefused(this, datagram, handshake.reason);
    }
  }

  #open(): void {
    this.#stopTimers();
    this.state = 'open';
    this.lastMediaMs = performance.now();
    this.#events.onOpen(this);
  }

  #stopTimers(): void {
    if (this.#retryTimer) clearInterval(this.#retryTimer);
    if (this.#connectTimer) clearTimeout(this.#connectTimer);
  }
}
