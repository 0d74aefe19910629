import { createSocket, type Socket } from 'node:dgram';
import { raiseReceiveBuffer } from './raise-receive-buffer';
import {
  agreedReceiveLatencyMs,
  buildInduction,
  buildShutdown,
  destinationSocketId,
  isData,
  isShutdown,
  parseHandshake,
  withCookie,
} from './srt-handshake';
import { SrtLink } from './srt-link';
import type { SrtDirection } from './srt-refusal';

const inductionIntervalMs = 20;
const connectTimeoutMs = 3_000;
/** libsrt's SRT_REJ_BACKLOG and SRT_REJ_CLOSE: the listener is taking another connection or making way for the next. */
const passingRejectReasons = [5, 7];

export interface SrtCaller {
  address: string;
  port: number;
  socketId: number;
}

export interface SrtConnectionEvents {
  /** The worker has accepted; its datagrams are for `workerSocketId` from now on. */
  onOpen(session: SrtConnection): void;
  onWorkerDatagram(session: SrtConnection, datagram: Buffer): void;
  /** The worker has refused, and `answer` says so in SRT. */
  onRefused(session: SrtConnection, answer: Buffer, rejectReason: number): void;
  onConnectTimeout(session: SrtConnection): void;
  onWorkerShutdown(session: SrtConnection): void;
}

/**
 * One caller and its own socket towards the worker. The caller's conclusion is replayed to the worker, which may be
 * between two listeners, so a new induction goes out until one conclusion is answered. A viewer gets that answer only
 * when media follows it: libsrt accepts callers for a listener that is just being closed, and forgets them.
 */
export class SrtConnection {
  state: 'admitting' | 'connecting' | 'accepted' | 'open' | 'ended' = 'admitting';
  streamId: string | null = null;
  workerSocketId = 0;
  /** The worker's answer, for a caller that asks again because the first was lost. */
  answer: Buffer | null = null;
  lastCallerDatagramMs: number;
  /** How long the worker holds back what comes, so that lost packets can come again; known once it has accepted. */
  receiveLatencyMs: number | null = null;
  readonly link = new SrtLink();
  readonly startedAtMs: number;

  private socket: Socket | null = null;
  private retryTimer: NodeJS.Timeout | null = null;
  private connectTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly direction: SrtDirection,
    readonly caller: SrtCaller,
    private readonly conclusion: Buffer,
    private readonly events: SrtConnectionEvents,
    nowMs: number,
  ) {
    this.lastCallerDatagramMs = nowMs;
    this.startedAtMs = nowMs;
  }

  /** @param mayConnect whether it is this session's turn; asked before each try */
  connect(streamId: string, host: string, port: number, mayConnect: () => boolean): void {
    this.state = 'connecting';
    this.streamId = streamId;
    const induction = buildInduction(this.conclusion);
    const socket = createSocket('udp4');
    this.socket = socket;
    socket.on('message', (datagram) => this.onWorkerMessage(datagram));
    // A worker between two listeners answers with ICMP; the next induction finds the new listener, and a worker that
    // has died is the supervisor's business.
    socket.on('error', () => undefined);
    socket.connect(port, host, () => {
      if (this.state !== 'connecting') return;
      raiseReceiveBuffer(socket);
      const induce = () => {
        if (this.state === 'connecting' && mayConnect()) socket.send(induction);
      };
      this.retryTimer = setInterval(induce, inductionIntervalMs);
      induce();
    });
    this.connectTimer = setTimeout(() => this.events.onConnectTimeout(this), connectTimeoutMs);
  }

  /** Caller → worker. */
  forward(datagram: Buffer, nowMs: number): void {
    this.lastCallerDatagramMs = nowMs;
    if (this.direction === 'ingest') this.link.noteFromSender(datagram);
    else this.link.noteFromReceiver(datagram);
    this.socket?.send(datagram);
  }

  /** Ends the session and frees its socket. */
  end({ tellWorker }: { tellWorker: boolean }): void {
    const socket = this.socket;
    const isKnownToWorker = this.state === 'accepted' || this.state === 'open';
    this.state = 'ended';
    this.socket = null;
    this.stopTimers();
    if (!socket) return;
    if (tellWorker && isKnownToWorker) socket.send(buildShutdown(this.workerSocketId), () => socket.close());
    else socket.close();
  }

  private onWorkerMessage(datagram: Buffer): void {
    if (destinationSocketId(datagram) !== this.caller.socketId) return;
    if (this.state === 'connecting') this.onWorkerHandshake(datagram);
    else if (this.state === 'accepted' && isData(datagram)) this.open();
    else if (this.state === 'accepted' && isShutdown(datagram)) this.state = 'connecting';
    if (this.state === 'open') this.onWorkerDatagram(datagram);
  }

  private onWorkerDatagram(datagram: Buffer): void {
    // The answer itself, or a late one to an induction; the caller is past that.
    if (parseHandshake(datagram)) return;
    if (this.direction === 'ingest') this.link.noteFromReceiver(datagram);
    else this.link.noteFromSender(datagram);
    this.events.onWorkerDatagram(this, datagram);
    if (isShutdown(datagram)) this.events.onWorkerShutdown(this);
  }

  private onWorkerHandshake(datagram: Buffer): void {
    const handshake = parseHandshake(datagram);
    if (handshake?.kind === 'induction') {
      this.socket?.send(withCookie(this.conclusion, handshake.cookie));
    } else if (handshake?.kind === 'conclusion') {
      this.workerSocketId = handshake.socketId;
      this.answer = datagram;
      this.receiveLatencyMs = agreedReceiveLatencyMs(datagram);
      if (this.direction === 'ingest') this.open();
      else this.state = 'accepted';
    } else if (handshake?.kind === 'rejection' && !passingRejectReasons.includes(handshake.reason)) {
      this.events.onRefused(this, datagram, handshake.reason);
    }
  }

  private open(): void {
    this.stopTimers();
    this.state = 'open';
    this.events.onOpen(this);
  }

  private stopTimers(): void {
    if (this.retryTimer) clearInterval(this.retryTimer);
    if (this.connectTimer) clearTimeout(this.connectTimer);
  }
}
