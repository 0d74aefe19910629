import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { log } from '@/lib/platform/log';
import {
  agreedReceiveLatencyMs,
  buildInduction,
  buildShutdown,
  destinationSocketId,
  isData,
  isShutdown,
  parseHandshake,
  withCookie,
} from '../protocol/srt-handshake';
import { SrtLink } from '../srt-link';
import type { OpenSrtConnection, SrtCaller, SrtDirection, SrtRoute } from '../srt-route';
import { raiseReceiveBuffer } from './raise-receive-buffer';

const inductionIntervalMs = 20;
const connectTimeoutMs = 3_000;
/** libsrt's SRT_REJ_BACKLOG and SRT_REJ_CLOSE: the listener is taking another connection or making way for the next. */
const passingRejectReasons = [5, 7];

export interface SrtConnectionEvents {
  /** The worker has accepted; its datagrams are for `workerSocketId` from now on. */
  onOpen(connection: SrtConnection): void;
  onWorkerDatagram(connection: SrtConnection, datagram: Buffer): void;
  /** The worker has refused, and `answer` says so in SRT. */
  onRefused(connection: SrtConnection, answer: Buffer, rejectReason: number): void;
  onConnectTimeout(connection: SrtConnection): void;
  onWorkerShutdown(connection: SrtConnection): void;
}

/**
 * One caller and its own socket towards the worker. The caller's conclusion is replayed to the worker, which may be
 * between two listeners, so a new induction goes out until one conclusion is answered. A viewer gets that answer only
 * when media follows it: libsrt accepts callers for a listener that is just being closed, and forgets them.
 */
export class SrtConnection {
  state: 'admitting' | 'connecting' | 'accepted' | 'open' | 'ended' = 'admitting';
  route: SrtRoute | null = null;
  workerSocketId = 0;
  /** The worker's answer, for a caller that asks again because the first was lost; null where it is past that. */
  answer: Buffer | null = null;
  lastCallerDatagramMs: number;
  /** How long the worker holds back what comes, so that lost packets can come again; known once it has accepted. */
  receiveLatencyMs: number | null = null;
  readonly caller: SrtCaller;
  readonly link = new SrtLink();
  readonly startedAtMs: number;

  readonly #direction: SrtDirection;
  readonly #streamKeyHash: string;
  readonly #events: SrtConnectionEvents;
  #workerLocalPort = 0;
  #socket: Socket | null = null;
  #retryTimer: NodeJS.Timeout | null = null;
  #connectTimer: NodeJS.Timeout | null = null;

  /** @param nowMs by performance.now() */
  constructor(
    direction: SrtDirection,
    caller: SrtCaller,
    streamKeyHash: string,
    events: SrtConnectionEvents,
    nowMs: number,
  ) {
    this.#direction = direction;
    this.caller = caller;
    this.#streamKeyHash = streamKeyHash;
    this.#events = events;
    this.lastCallerDatagramMs = nowMs;
    this.startedAtMs = nowMs;
  }

  /** What is to be kept of an open connection. */
  get record(): OpenSrtConnection {
    if (!this.route) throw new Error('an SRT connection without a route is not open');
    const { streamId, workerId, host, port } = this.route;
    return {
      streamId,
      workerId,
      host,
      port,
      direction: this.#direction,
      caller: this.caller,
      streamKeyHash: this.#streamKeyHash,
      workerLocalPort: this.#workerLocalPort,
      workerSocketId: this.workerSocketId,
      receiveLatencyMs: this.receiveLatencyMs,
    };
  }

  /**
   * Calls the worker until it accepts, refuses, or time is up.
   * @param conclusion the caller's
   * @param mayConnect whether it is this connection's turn; asked before each try
   */
  connect(route: SrtRoute, conclusion: Buffer, mayConnect: () => boolean): void {
    this.state = 'connecting';
    this.route = route;
    const induction = buildInduction(conclusion);
    const socket = this.#openSocket((datagram) => this.#onWorkerMessage(datagram, conclusion));
    socket.connect(route.port, route.host, (error?: Error) => {
      // The time-out tells the caller.
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
   * Goes on with a connection that was open through a process that is gone, from the same port towards the worker:
   * caller and worker notice a gap and nothing else.
   * @throws Error where that port is taken
   */
  async restore(record: OpenSrtConnection): Promise<void> {
    const { streamId, workerId, host, port } = record;
    this.route = { streamId, workerId, host, port };
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
    if (this.#direction === 'ingest') this.link.noteFromSender(datagram);
    else this.link.noteFromReceiver(datagram);
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
    socket.on('message', onMessage);
    // A worker between two listeners answers with ICMP; the next induction finds the new listener, and a worker that
    // has died is the reconciler's business.
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

  #onWorkerDatagram(datagram: Buffer): void {
    // The answer itself, or a late one to an induction; the caller is past that.
    if (parseHandshake(datagram)) return;
    if (this.#direction === 'ingest') this.link.noteFromReceiver(datagram);
    else this.link.noteFromSender(datagram);
    this.#events.onWorkerDatagram(this, datagram);
    if (isShutdown(datagram)) this.#events.onWorkerShutdown(this);
  }

  #onWorkerHandshake(datagram: Buffer, conclusion: Buffer): void {
    const handshake = parseHandshake(datagram);
    if (handshake?.kind === 'induction') {
      this.#socket?.send(withCookie(conclusion, handshake.cookie));
    } else if (handshake?.kind === 'conclusion') {
      this.workerSocketId = handshake.socketId;
      this.answer = datagram;
      this.receiveLatencyMs = agreedReceiveLatencyMs(datagram);
      if (this.#direction === 'ingest') this.#open();
      else this.state = 'accepted';
    } else if (handshake?.kind === 'rejection' && !passingRejectReasons.includes(handshake.reason)) {
      this.#events.onRefused(this, datagram, handshake.reason);
    }
  }

  #open(): void {
    this.#stopTimers();
    this.state = 'open';
    this.#events.onOpen(this);
  }

  #stopTimers(): void {
    if (this.#retryTimer) clearInterval(this.#retryTimer);
    if (this.#connectTimer) clearTimeout(this.#connectTimer);
  }
}
