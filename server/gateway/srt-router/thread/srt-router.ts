import type { RemoteInfo, Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainAddress } from '@/lib/core/network-of';
import { log } from '@/lib/platform/log';
import { LimitedLog } from '../../limits/limited-log';
import type { SrtAdmission, SrtRefusalNotice } from '../../refusals/srt-refusal';
import type { EncoderLink } from '../../srt/srt-link';
import type { OpenSrtConnection, SrtCaller, SrtDirection } from '../../srt/srt-route';
import { buildShutdown, destinationSocketId, isData, isShutdown } from '../protocol/srt-handshake';
import type { SrtStreamId } from '../protocol/srt-stream-id';
import { isSrtla } from '../protocol/srtla-packet';
import { ConnectionTable } from './connection-table';
import { NewCallers } from './new-callers';
import { addressFor, openPublicSocket } from './public-socket';
import { newCounters, type SrtRouterHealth } from './router-counters';
import { type PortCaller, SrtConnection, type SrtConnectionEvents } from './srt-connection';
import type { SrtlaLink } from './srtla/srtla-group';
import { SrtlaGroups } from './srtla/srtla-groups';

/** An encoder that sends no media for this long yields to another, though libsrt keeps its connection alive. */
const silentAfterMs = 500;
/** A caller whose connection is not open yet repeats its handshake four times a second until it gives up. */
const goneAfterMs = 2_000;
const silencePollMs = 20;
const idleAfterMs = 10_000;
const sweepIntervalMs = 500;
/** The wall clock is cut to milliseconds: on average it is half of one ahead. */
const halfTickMs = 0.5;
/** Repeated, because a datagram may be lost and a SHUTDOWN has no answer. */
const dismissAfterMs = [0, 100, 200];

export interface SrtRouterOptions {
  direction: SrtDirection;
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Maximum bitrate of a camera. */
  maxBitrateKbps: number;
  /**
   * Decides whether a caller with this streamid is admitted, and to which worker. May wait for a starting worker.
   * @param onWaiting it waits for this stream's worker
   */
  admit(named: SrtStreamId, direction: SrtDirection, onWaiting: (streamId: string) => void): Promise<SrtAdmission>;
  onRefusal(notice: SrtRefusalNotice): void;
  /** Media flows between a caller and the stream's worker. */
  onConnected(connection: OpenSrtConnection): void;
  /** An open connection's group has gained or lost a link. */
  onLinksChanged(connection: OpenSrtConnection): void;
  /** Media no longer flows. */
  onDisconnected(connection: OpenSrtConnection): void;
}

/**
 * One public UDP port. It reads the streamid of a caller's SRT handshake, then forwards datagrams unchanged between the
 * caller and the stream's worker. Retransmission, timing and encryption stay between those two.
 */
export class SrtRouter {
  readonly #options: SrtRouterOptions;
  readonly #counters = newCounters();
  #socket!: Socket;
  readonly #connections = new ConnectionTable();
  readonly #newCallers: NewCallers;
  /** Players bond nothing. */
  readonly #groups: SrtlaGroups | null;
  readonly #log = new LimitedLog();
  /** By stream, since they were read last. */
  #sentBytes = new Map<string, number>();
  #sweepTimer: NodeJS.Timeout | null = null;
  #dismissTimers: NodeJS.Timeout[] = [];

  constructor(options: SrtRouterOptions) {
    this.#options = options;
    const { direction, maxBitrateKbps } = options;
    const onLimited = () => {
      this.#counters.limitedDatagrams++;
    };
    this.#groups =
      direction === 'ingest' ? new SrtlaGroups({ send: (datagram, to) => this.#send(datagram, to), onLimited }) : null;
    this.#newCallers = new NewCallers({
      direction,
      maxBitrateKbps,
      connections: this.#connections,
      admit: (named, onWaiting) => options.admit(named, direction, onWaiting),
      sendTo: (caller, datagram) => this.#sendTo(caller, datagram),
      onWorkerDatagram: (connection, datagram) => this.#sendOn(connection, datagram),
      onConnected: (connection) => {
        this.#markOpen(connection);
        options.onConnected(connection.record);
      },
      onRefused: ({ address }, refusal, streamId) => {
        this.#counters.refusedCallers++;
        options.onRefusal({ direction, refusal, streamId, remoteAddress: plainAddress(address) });
      },
      onLimited,
      onFault: (error, datagram) => this.#onFault(error, datagram),
      makePlace: (streamId, workerId) => this.#dropSilentEncoder(streamId, workerId),
      end: (connection, reason, who) => this.#end(connection, reason, who),
    });
  }

  /** Opens the port. @throws AppError `unavailable` with one sentence if it is in use or forbidden */
  async listen(): Promise<void> {
    const { host, port } = this.#options;
    this.#socket = await openPublicSocket(host, port);
    this.#socket.on('error', () => {
      this.#counters.sendErrors++;
    });
    this.#socket.on('message', (datagram, remote) => this.receive(datagram, remote));
    this.#sweepTimer = setInterval(() => this.#sweep(), sweepIntervalMs);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  get health(): SrtRouterHealth {
    return {
      connections: this.#connections.size,
      halfOpen: this.#connections.halfOpenCount,
      ...this.#counters,
    };
  }

  /**
   * Receives a datagram from anyone. Never throws, so that the port keeps serving all others; a failure counts as a
   * fault.
   */
  receive(datagram: Buffer, remote: RemoteInfo): void {
    try {
      this.#receive(datagram, remote);
    } catch (error) {
      this.#onFault(error, datagram);
    }
  }

  /** The links of the connected encoders since the last call, by stream. */
  readLinks(): Map<string, EncoderLink> {
    const links = new Map<string, EncoderLink>();
    const wallOffsetMs = Date.now() + halfTickMs - performance.now();
    for (const streamId of this.#connections.streamIds()) {
      const open = this.#connections.ofStream(streamId).find(({ state }) => state === 'open');
      if (!open) continue;
      const sender = open.link.sender.read(wallOffsetMs);
      const bond = open.caller.group?.readLinks() ?? null;
      links.set(streamId, { ...open.link.readSample(), srtLatencyMs: open.receiveLatencyMs, sender, bond });
    }
    return links;
  }

  /** The bytes of workers' datagrams that went to callers since the last call, by stream. */
  readSentBytes(): Map<string, number> {
    const sent = this.#sentBytes;
    this.#sentBytes = new Map();
    return sent;
  }

  /**
   * Disconnects the callers of a stream at this port, and its worker from them.
   * @param keyHash only those that this key has let in
   */
  closeStream(streamId: string, keyHash?: string): void {
    for (const connection of this.#connections.ofStream(streamId)) {
      const isMeant = keyHash === undefined || connection.route?.keyHash === keyHash;
      if (isMeant) this.#end(connection, 'the stream was closed');
    }
  }

  /** Disconnects one caller, and its worker from it. */
  disconnect(caller: SrtCaller): void {
    const connection = this.#connections.findByCaller(this.#callerOf(caller));
    if (connection) this.#end(connection, 'its stream no longer has this worker');
  }

  /**
   * Ends the connection of a stream's encoder once that sends no media.
   * @returns whether none is left
   */
  dropSilentEncoder(streamId: string): Promise<boolean> {
    return this.#dropSilentEncoder(streamId, null);
  }

  /**
   * Restores a connection of the process that had this port before.
   * @returns false when its port towards the worker is in use
   */
  async restore(record: OpenSrtConnection): Promise<boolean> {
    const { direction, streamId } = record;
    const { maxBitrateKbps } = this.#options;
    const caller: PortCaller = this.#callerOf(record.caller);
    const bond = record.bond && {
      ...record.bond,
      links: record.bond.links.map((link) => ({ ...link, address: addressFor(this.#socket, link.address) })),
    };
    if (bond) caller.group = this.#groups?.restore(bond, caller, performance.now());
    const events: SrtConnectionEvents = {
      onOpen: () => undefined,
      onWorkerDatagram: (restored, datagram) => this.#sendOn(restored, datagram),
      onRefused: () => undefined,
      onConnectTimeout: () => undefined,
      onFault: (error, datagram) => this.#onFault(error, datagram),
      onWorkerShutdown: (left) => this.#end(left, 'the worker left', { notifyCaller: false, notifyWorker: false }),
    };
    const connection = new SrtConnection({ direction, caller, maxBitrateKbps, events }, performance.now());
    try {
      await connection.restore(record);
    } catch (error) {
      log.warn({ err: error, direction, streamId }, 'router: cannot restore a connection');
      connection.end({ notifyWorker: false });
      return false;
    }
    if (this.#connections.findByCaller(caller)) {
      // The caller has connected again meanwhile, and the worker serves the new connection.
      connection.end({ notifyWorker: false });
      return true;
    }
    this.#connections.add(connection);
    this.#connections.assign(connection, streamId);
    this.#markOpen(connection);
    log.info({ direction, streamId, remoteAddress: plainAddress(caller.address) }, 'router: restored');
    return true;
  }

  /** Sends a SHUTDOWN to callers of the process that had this port before, whose connections have ended. */
  dismiss(callers: SrtCaller[]): void {
    const shutDown = () => {
      for (const caller of callers) this.#sendTo(this.#callerOf(caller), buildShutdown(caller.socketId));
    };
    for (const ms of dismissAfterMs) this.#dismissTimers.push(setTimeout(shutDown, ms));
  }

  /** Disconnects all callers and closes the port. */
  async close(): Promise<void> {
    if (this.#sweepTimer) clearInterval(this.#sweepTimer);
    for (const timer of this.#dismissTimers) clearTimeout(timer);
    for (const connection of this.#connections.all()) this.#end(connection, 'the gateway stops');
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #receive(datagram: Buffer, remote: RemoteInfo): void {
    if (this.#groups && isSrtla(datagram)) {
      if (!this.#groups.receive(datagram, remote, performance.now())) this.#counters.droppedDatagrams++;
      return;
    }
    const destination = destinationSocketId(datagram);
    const link = this.#groups?.findLink(remote);
    const connection = destination ? this.#connections.findOpen(destination, link?.group ?? remote) : undefined;
    if (connection) {
      this.#forward(connection, datagram, link);
      return;
    }
    link?.noteSrt(performance.now());
    const source = link ? { address: link.group.address, port: link.group.port, group: link.group } : remote;
    // Port 0 is no valid source, and nothing can be sent to it.
    const isForListener = destination === 0 && remote.port !== 0;
    if (!isForListener || !this.#newCallers.receive(datagram, source)) this.#counters.droppedDatagrams++;
  }

  /** @param link by which the datagram came, of a caller that has several */
  #forward(connection: SrtConnection, datagram: Buffer, link: SrtlaLink | undefined): void {
    const nowMs = performance.now();
    link?.noteSrt(nowMs);
    if (!connection.budget.spend(datagram.length, nowMs)) {
      this.#drop(connection);
      return;
    }
    this.#counters.forwardedDatagrams++;
    connection.forward(datagram, nowMs);
    const acknowledgement = link && isData(datagram) ? link.noteData(datagram) : null;
    if (link && acknowledgement) this.#send(acknowledgement, link);
    if (isShutdown(datagram)) {
      this.#end(connection, 'the caller left', { notifyCaller: false, notifyWorker: false });
    }
  }

  /** Drops a datagram of a caller that sends too much, and ends its connection after seconds of that. */
  #drop(connection: SrtConnection): void {
    const { direction } = this.#options;
    this.#counters.droppedDatagrams++;
    this.#counters.limitedDatagrams++;
    if (!connection.budget.isExhausted) return;
    const { caller, route } = connection;
    this.#end(connection, 'it sends too much');
    const remoteAddress = plainAddress(caller.address);
    this.#options.onRefusal({ direction, refusal: 'flood', streamId: route?.streamId ?? null, remoteAddress });
  }

  /**
   * Waits until the present encoder sends media, or has sent none for {@link silentAfterMs}.
   * @param workerId ends connections to any other worker, silent or not; null: any worker
   */
  async #dropSilentEncoder(streamId: string, workerId: string | null): Promise<boolean> {
    const askedAtMs = performance.now();
    for (;;) {
      const nowMs = performance.now();
      const present = this.#connections.ofStream(streamId);
      const rivals = present.filter(({ route }) => workerId === null || route?.workerId === workerId);
      const isSending = ({ state, lastMediaMs, lastCallerDatagramMs }: SrtConnection) =>
        state === 'open' ? lastMediaMs > askedAtMs : nowMs - lastCallerDatagramMs < goneAfterMs;
      if (rivals.some(isSending)) return false;
      if (rivals.every(({ lastMediaMs }) => nowMs - lastMediaMs >= silentAfterMs)) {
        for (const connection of present) this.#end(connection, 'silent, and another encoder connects');
        return true;
      }
      await sleep(silencePollMs);
    }
  }

  #end(connection: SrtConnection, reason: string, { notifyCaller = true, notifyWorker = true } = {}): void {
    if (connection.state === 'ended') return;
    const { caller, route, state } = connection;
    if (notifyCaller) this.#sendTo(caller, buildShutdown(caller.socketId));
    connection.end({ notifyWorker });
    this.#connections.remove(connection);
    this.#newCallers.free(connection);
    if (state !== 'open') return;
    if (caller.group) this.#groups?.closed(caller.group);
    const seconds = Math.round((performance.now() - connection.startedAtMs) / 1000);
    const { direction } = this.#options;
    log.info(
      { direction, streamId: route?.streamId, reason, seconds, ...connection.link.totals },
      'router: disconnected',
    );
    this.#options.onDisconnected(connection.record);
  }

  #sweep(): void {
    const nowMs = performance.now();
    for (const connection of this.#connections.all()) {
      if (nowMs - connection.lastCallerDatagramMs > idleAfterMs) this.#end(connection, 'the caller is silent');
      const hasChanged = connection.state === 'open' && connection.caller.group?.readChange();
      if (hasChanged) this.#options.onLinksChanged(connection.record);
    }
    this.#newCallers.sweep(nowMs);
    this.#groups?.sweep(nowMs);
  }

  #onFault(error: unknown, datagram: Buffer): void {
    this.#counters.faults++;
    this.#log.error({ err: error, bytes: datagram.length }, 'router: cannot handle a datagram');
  }

  /** A caller that was recorded, as this port has it now. */
  #callerOf(caller: SrtCaller): SrtCaller {
    return { ...caller, address: addressFor(this.#socket, caller.address) };
  }

  /** Sends a worker's datagram to its caller. */
  #sendOn({ caller, route }: SrtConnection, datagram: Buffer): void {
    this.#sendTo(caller, datagram);
    if (route) this.#sentBytes.set(route.streamId, (this.#sentBytes.get(route.streamId) ?? 0) + datagram.length);
  }

  #sendTo(caller: PortCaller, datagram: Buffer): void {
    if (!caller.group) this.#send(datagram, caller);
    else for (const link of caller.group.linksFor(datagram)) this.#send(datagram, link);
  }

  /** Never throws: it is also called from timers, and an address without an answer is the caller's fault. */
  #send(datagram: Buffer, { address, port }: { address: string; port: number }): void {
    try {
      this.#socket.send(datagram, port, address);
      this.#counters.sentDatagrams++;
    } catch (error) {
      this.#counters.sendErrors++;
      this.#log.warn({ err: error }, 'router: cannot send to a caller');
    }
  }

  #markOpen(connection: SrtConnection): void {
    this.#connections.markOpen(connection);
    if (connection.caller.group) this.#groups?.opened(connection.caller.group);
  }
}
