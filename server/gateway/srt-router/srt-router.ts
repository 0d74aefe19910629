import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';
import { raiseReceiveBuffer } from './raise-receive-buffer';
import { type SrtCaller, SrtConnection } from './srt-connection';
import { SrtCookies } from './srt-cookie';
import {
  buildInductionAnswer,
  buildRejection,
  buildShutdown,
  destinationSocketId,
  isShutdown,
  parseConclusionExtensions,
  parseHandshake,
} from './srt-handshake';
import type { LinkSample } from './srt-link';
import { refusalOf, rejectReasonByRefusal, type SrtAdmission, type SrtDirection, type SrtRefusal } from './srt-refusal';
import { parseStreamId } from './srt-stream-id';

const maxHalfOpenConnections = 256;
/** An encoder that has sent nothing for this long makes way for another. libsrt sends a keepalive every second. */
const silentAfterMs = 2_000;
const idleAfterMs = 10_000;
const sweepIntervalMs = 500;
/** A datagram may be lost, and nobody answers to a shutdown. */
const dismissAfterMs = [0, 100, 200];

export interface SrtRefusalNotice {
  direction: SrtDirection;
  refusal: SrtRefusal;
  /** Null where the caller named no stream. */
  streamId: string | null;
  remoteAddress: string;
}

export interface SrtRouterOptions {
  direction: SrtDirection;
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Whether, and to which worker, a caller with this stream key may go. May wait for a worker that is being started. */
  admit(streamKey: string, direction: SrtDirection): Promise<SrtAdmission>;
  onRefusal(notice: SrtRefusalNotice): void;
  /** Media flows between this caller and the stream's worker. */
  onOpened(caller: SrtCaller, streamId: string): void;
  /** It does no more. */
  onEnded(caller: SrtCaller): void;
}

/**
 * One public UDP port. Reads the streamid out of a caller's SRT handshake, and from then on passes datagrams between
 * the caller and the stream's worker as they are: retransmission, timing and encryption stay between those two.
 */
export class SrtRouter {
  private readonly counters = { droppedDatagrams: 0, refusedCallers: 0, sendErrors: 0 };
  private readonly cookies = new SrtCookies();
  private readonly socket: Socket;
  /** Every session, by its caller's address, port and SRT socket id. */
  private readonly sessions = new Map<string, SrtConnection>();
  /** Open sessions by the worker's SRT socket id, which is what a caller's datagrams carry. */
  private readonly open = new Map<number, SrtConnection[]>();
  /** Sessions that have been admitted, in the order of their coming. */
  private readonly byStream = new Map<string, Set<SrtConnection>>();
  private halfOpenCount = 0;
  private sweepTimer: NodeJS.Timeout | null = null;
  private dismissTimers: NodeJS.Timeout[] = [];

  constructor(private readonly options: SrtRouterOptions) {
    const family = isIPv6(options.host) ? 6 : 4;
    this.socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      // Callers' addresses are as the socket gave them: answering at once spares each datagram a trip through the event
      // loop. Only the host to listen on can be of another kind, which then is an error of bind().
      lookup: (hostname, _options, callback) => callback(null, hostname, family),
    });
  }

  /** Opens the port. @throws AppError `unavailable` with one sentence if it is in use or forbidden */
  async listen(): Promise<void> {
    const { port, host } = this.options;
    // Asked for beforehand: with the lookup above, bind() emits it before it returns.
    const listening = once(this.socket, 'listening');
    this.socket.bind(port, host);
    await listening.catch((cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used on ${host} (${cause.code})`;
      throw new AppError('unavailable', `UDP port ${port} ${why}; set another one.`, { cause });
    });
    raiseReceiveBuffer(this.socket);
    this.socket.on('error', () => {
      this.counters.sendErrors++;
    });
    this.socket.on('message', (datagram, remote) => this.onDatagram(datagram, remote));
    this.sweepTimer = setInterval(() => this.sweep(), sweepIntervalMs);
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** For the health probe and the tests. */
  get health() {
    return { sessions: this.sessions.size, halfOpen: this.halfOpenCount, ...this.counters };
  }

  /**
   * What happened on the way of a stream's encoder since the last call, and how long the worker holds back what comes.
   * @returns null while no encoder is connected
   */
  takeLinkSample(streamId: string): (LinkSample & { srtLatencyMs: number | null }) | null {
    for (const { state, link, receiveLatencyMs } of this.byStream.get(streamId) ?? []) {
      if (state === 'open') return { ...link.take(), srtLatencyMs: receiveLatencyMs };
    }
    return null;
  }

  /** Disconnects everybody from a stream, its worker included. */
  closeStream(streamId: string): void {
    for (const session of this.byStream.get(streamId) ?? []) this.end(session, 'the stream was closed');
  }

  /** Tells callers of the gateway that had this port before that their connections are over: they cannot know. */
  dismiss(callers: SrtCaller[]): void {
    const tell = () => {
      for (const caller of callers) this.sendTo(caller, buildShutdown(caller.socketId));
    };
    this.dismissTimers = dismissAfterMs.map((ms) => setTimeout(tell, ms));
  }

  /** Disconnects everybody and closes the port. */
  async close(): Promise<void> {
    if (this.sweepTimer) clearInterval(this.sweepTimer);
    for (const timer of this.dismissTimers) clearTimeout(timer);
    for (const session of this.sessions.values()) this.end(session, 'the gateway stops');
    this.socket.close();
    await once(this.socket, 'close');
  }

  private onDatagram(datagram: Buffer, remote: RemoteInfo): void {
    const destination = destinationSocketId(datagram);
    const session = destination ? this.findOpen(destination, remote) : undefined;
    if (session) {
      session.forward(datagram, performance.now());
      if (isShutdown(datagram)) this.end(session, 'the caller left', { tellCaller: false, tellWorker: false });
    } else if (destination !== 0 || !this.onHandshake(datagram, remote)) {
      this.counters.droppedDatagrams++;
    }
  }

  private findOpen(workerSocketId: number, remote: RemoteInfo): SrtConnection | undefined {
    const candidates = this.open.get(workerSocketId);
    if (candidates === undefined) return undefined;
    for (const session of candidates) {
      if (session.caller.port === remote.port && session.caller.address === remote.address) return session;
    }
    return undefined;
  }

  /** @returns whether the datagram was a handshake that deserves an answer */
  private onHandshake(datagram: Buffer, remote: RemoteInfo): boolean {
    const handshake = parseHandshake(datagram);
    if (!handshake || handshake.kind === 'rejection') return false;
    const caller: SrtCaller = { address: remote.address, port: remote.port, socketId: handshake.socketId };
    const key = `${caller.address} ${caller.port} ${caller.socketId}`;
    const nowMs = performance.now();
    if (handshake.kind === 'induction') {
      this.sendTo(caller, buildInductionAnswer(datagram, this.cookies.issue(key, nowMs)));
      return true;
    }
    if (!this.cookies.verify(key, handshake.cookie, nowMs)) return false;
    const session = this.sessions.get(key);
    if (session) {
      session.lastCallerDatagramMs = nowMs;
      if (session.state === 'open' && session.answer) this.sendTo(caller, session.answer);
      return true;
    }
    void this.onNewCaller(caller, key, datagram, handshake.version, nowMs);
    return true;
  }

  private async onNewCaller(caller: SrtCaller, key: string, conclusion: Buffer, version: number, nowMs: number) {
    const { direction } = this.options;
    const note = (refusal: SrtRefusal, streamId: string | null) => {
      this.counters.refusedCallers++;
      this.options.onRefusal({ direction, refusal, streamId, remoteAddress: caller.address });
    };
    const refuse = (refusal: SrtRefusal, streamId: string | null = null) => {
      this.sendTo(caller, buildRejection(conclusion, rejectReasonByRefusal[refusal]));
      note(refusal, streamId);
    };
    if (version !== 5) return refuse('old_version');
    if (this.halfOpenCount >= maxHalfOpenConnections) return refuse('overload');
    const extensions = parseConclusionExtensions(conclusion);
    const streamId = parseStreamId(extensions?.streamId ?? null);
    if (!extensions || !streamId) return refuse('malformed');
    if (streamId.mode && streamId.mode !== (direction === 'ingest' ? 'publish' : 'request'))
      return refuse('wrong_mode');

    const session = new SrtConnection(
      direction,
      caller,
      conclusion,
      {
        onOpen: (opened) => {
          this.halfOpenCount--;
          const sameId = this.open.get(opened.workerSocketId);
          if (sameId) sameId.push(opened);
          else this.open.set(opened.workerSocketId, [opened]);
          if (opened.answer) this.sendTo(caller, opened.answer);
          log.info(
            {
              direction,
              streamId: opened.streamId,
              remoteAddress: caller.address,
              srtVersion: extensions.libraryVersion,
              latencyMs: Math.max(extensions.receiveLatencyMs, extensions.sendLatencyMs),
              encrypted: extensions.encrypted,
            },
            'router: connected',
          );
          if (opened.streamId) this.options.onOpened(caller, opened.streamId);
        },
        onWorkerDatagram: (_, datagram) => this.sendTo(caller, datagram),
        onRefused: (refused, answer, rejectReason) => {
          this.sendTo(caller, answer);
          this.end(refused, 'the worker refused', { tellCaller: false, tellWorker: false });
          const refusal = refusalOf(rejectReason, extensions.encrypted);
          if (refusal) note(refusal, refused.streamId);
        },
        onConnectTimeout: (late) => {
          this.end(late, 'the worker did not answer', { tellCaller: false });
          refuse('not_ready', late.streamId);
        },
        onWorkerShutdown: (left) => this.end(left, 'the worker left', { tellCaller: false, tellWorker: false }),
      },
      nowMs,
    );
    this.sessions.set(key, session);
    this.halfOpenCount++;

    const admission = await this.options.admit(streamId.streamKey, direction).catch((error: unknown): SrtAdmission => {
      log.warn({ err: error, direction }, 'router: could not ask whether a caller may come in');
      return { kind: 'refuse', refusal: 'unavailable', streamId: null };
    });
    if (session.state === 'ended') return;
    if (admission.kind === 'refuse') {
      this.end(session, 'refused', { tellCaller: false, tellWorker: false });
      return refuse(admission.refusal, admission.streamId);
    }
    if (direction === 'ingest' && !this.takeOver(admission.streamId)) {
      this.end(session, 'refused', { tellCaller: false, tellWorker: false });
      return refuse('busy', admission.streamId);
    }
    const siblings = this.byStream.get(admission.streamId) ?? new Set();
    this.byStream.set(admission.streamId, siblings.add(session));
    // A worker's listener takes one connection and is opened anew, so viewers go to it one by one: the next when media
    // flows to the one before.
    const isNext = () => [...siblings].find(({ state }) => state !== 'open') === session;
    session.connect(admission.streamId, admission.host, admission.port, isNext);
  }

  /** Makes room for a new encoder. @returns false where the present one is alive */
  private takeOver(streamId: string): boolean {
    const nowMs = performance.now();
    const present = [...(this.byStream.get(streamId) ?? [])];
    if (present.some(({ lastCallerDatagramMs }) => nowMs - lastCallerDatagramMs < silentAfterMs)) return false;
    for (const session of present) this.end(session, 'silent, and another encoder came');
    return true;
  }

  private end(session: SrtConnection, reason: string, { tellCaller = true, tellWorker = true } = {}): void {
    if (session.state === 'ended') return;
    const { caller, streamId, state, workerSocketId } = session;
    if (state !== 'open') this.halfOpenCount--;
    if (tellCaller) this.sendTo(caller, buildShutdown(caller.socketId));
    session.end({ tellWorker });
    this.sessions.delete(`${caller.address} ${caller.port} ${caller.socketId}`);
    removeFrom(this.open, workerSocketId, session);
    if (streamId) {
      const siblings = this.byStream.get(streamId);
      siblings?.delete(session);
      if (siblings?.size === 0) this.byStream.delete(streamId);
    }
    if (state === 'open') {
      const seconds = Math.round((performance.now() - session.startedAtMs) / 1000);
      const { direction } = this.options;
      log.info({ direction, streamId, reason, seconds, ...session.link.totals }, 'router: disconnected');
      this.options.onEnded(caller);
    }
  }

  private sweep(): void {
    const nowMs = performance.now();
    for (const session of this.sessions.values()) {
      if (nowMs - session.lastCallerDatagramMs > idleAfterMs) this.end(session, 'the caller fell silent');
    }
  }

  private sendTo(caller: SrtCaller, datagram: Buffer): void {
    this.socket.send(datagram, caller.port, caller.address);
  }
}

function removeFrom(map: Map<number, SrtConnection[]>, id: number, session: SrtConnection): void {
  const rest = map.get(id)?.filter((other) => other !== session);
  if (!rest) return;
  if (rest.length > 0) map.set(id, rest);
  else map.delete(id);
}
