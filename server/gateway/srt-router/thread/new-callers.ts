import { networkOf, plainAddress } from '@/lib/core/network-of';
import { Places } from '@/lib/core/places';
import type { LatencyTerms } from '@/lib/core/srt-latency';
import { log } from '@/lib/platform/log';
import { LimitedLog } from '../../limits/limited-log';
import { refusalOf, type SrtAdmission, type SrtRefusal, srtRefusals } from '../../refusals/srt-refusal';
import type { SrtCaller, SrtDirection } from '../../srt/srt-route';
import { SrtCookies } from '../protocol/srt-cookie';
import {
  buildInductionAnswer,
  buildRejection,
  type ConclusionExtensions,
  parseConclusionExtensions,
  parseHandshake,
  withMinLatency,
  withWholePacketFilter,
} from '../protocol/srt-handshake';
import { parseStreamId, type SrtStreamId } from '../protocol/srt-stream-id';
import { CallerLimits } from './caller-limits';
import { type ConnectionTable, callerKey } from './connection-table';
import { HalfOpenSlots } from './half-open-slots';
import { type PortCaller, SrtConnection, type SrtConnectionEvents } from './srt-connection';

/**
 * Places of callers whose keys are being looked up: they have no slot yet, and take memory. Look-ups take milliseconds, so
 * these limits matter only while Postgres is away.
 */
const lookUpPlaces = { max: 16_384, maxOfKey: 256 };

/** A caller's request. */
interface Call {
  streamId: SrtStreamId;
  extensions: ConclusionExtensions;
}

export interface NewCallersOptions {
  direction: SrtDirection;
  /** Maximum bitrate of a camera. */
  maxBitrateKbps: number;
  connections: ConnectionTable;
  /**
   * Admits a caller by its streamid, or refuses it.
   * @param onWaiting its key opens this stream, whose worker is not ready yet
   */
  admit(named: SrtStreamId, onWaiting: (streamId: string) => void): Promise<SrtAdmission>;
  sendTo(caller: PortCaller, datagram: Buffer): void;
  onWorkerDatagram(connection: SrtConnection, datagram: Buffer): void;
  onConnected(connection: SrtConnection): void;
  /** A caller is refused, and the rejection is sent. */
  onRefused(caller: SrtCaller, refusal: SrtRefusal, streamId: string | null): void;
  /** A datagram was dropped because its source sends too many. */
  onLimited(): void;
  onFault(error: unknown, datagram: Buffer): void;
  /** Ends the encoder of this worker once that sends no media. @returns false where it goes on sending */
  makePlace(streamId: string, workerId: string): Promise<boolean>;
  end(connection: SrtConnection, reason: string, who: { notifyCaller: boolean; notifyWorker?: boolean }): void;
}

/**
 * Handles handshakes at a public port: verifies the caller's address, asks for admission, calls the worker. Datagrams
 * beyond a source's limits are dropped without an answer, because libsrt repeats them four times a second.
 */
export class NewCallers {
  readonly #options: NewCallersOptions;
  readonly #cookies = new SrtCookies();
  readonly #limits = new CallerLimits();
  readonly #lookUps = new Places(lookUpPlaces);
  readonly #slots = new HalfOpenSlots();
  readonly #log = new LimitedLog();
  /** Frees a connection's claims once it is open or has ended. */
  readonly #claims = new Map<SrtConnection, () => void>();

  constructor(options: NewCallersOptions) {
    this.#options = options;
  }

  /** Receives a datagram for the listener. @returns whether it is a valid handshake from a source within its limits */
  receive(datagram: Buffer, { address, port, group }: Omit<PortCaller, 'socketId'>): boolean {
    const handshake = parseHandshake(datagram);
    // Id 0 addresses a listener: two listeners would answer each other forever.
    if (!handshake || handshake.kind === 'rejection' || handshake.socketId === 0) return false;
    const caller: PortCaller = { address, port, socketId: handshake.socketId, group };
    const network = networkOf(address);
    const nowMs = performance.now();
    if (!this.#limits.allowsHandshake(caller, network, nowMs)) return this.#drop(caller, 'handshakes');
    const key = callerKey(caller);
    if (handshake.kind === 'induction') {
      this.#options.sendTo(caller, buildInductionAnswer(datagram, this.#cookies.issue(key, nowMs)));
      return true;
    }
    if (!this.#cookies.verify(key, handshake.cookie, nowMs)) return false;
    const known = this.#options.connections.findByCaller(caller);
    if (known) {
      known.lastCallerDatagramMs = nowMs;
      if (known.state === 'open') this.#sendAnswer(known);
      return true;
    }
    if (!this.#limits.allowsCall(caller, network, nowMs)) return this.#drop(caller, 'calls');
    return this.#onConclusion(caller, network, datagram, handshake.version, nowMs);
  }

  /** Frees what a connection held until it was open or ended. */
  free(connection: SrtConnection): void {
    this.#claims.get(connection)?.();
    this.#claims.delete(connection);
  }

  sweep(nowMs: number): void {
    this.#limits.sweep(nowMs);
  }

  #drop({ address }: SrtCaller, what: 'handshakes' | 'calls' | 'look-ups'): false {
    const { direction } = this.#options;
    this.#options.onLimited();
    this.#log.warn({ direction, remoteAddress: plainAddress(address) }, `router: a source sends too many ${what}`);
    return false;
  }

  #onConclusion(caller: PortCaller, network: string, conclusion: Buffer, version: number, nowMs: number): boolean {
    const { direction, maxBitrateKbps, connections } = this.#options;
    const call = this.#readConclusion(conclusion, version);
    if (typeof call === 'string') {
      this.#refuse(caller, conclusion, call, null);
      return true;
    }
    if (!this.#lookUps.take(network)) return this.#drop(caller, 'look-ups');
    const events = this.#eventsFor(conclusion, call.extensions);
    const connection = new SrtConnection({ direction, caller, maxBitrateKbps, events }, nowMs);
    connections.add(connection);
    this.#claims.set(connection, () => this.#lookUps.free(network));
    this.#connect(connection, network, conclusion, call).catch((error: unknown) => {
      this.#log.error({ err: error, direction }, 'router: cannot connect a caller');
      this.#options.end(connection, 'a fault', { notifyCaller: true });
    });
    return true;
  }

  /** The caller's request, or the reason for a refusal that does not depend on the stream. */
  #readConclusion(conclusion: Buffer, version: number): Call | SrtRefusal {
    if (version !== 5) return 'old_version';
    const extensions = parseConclusionExtensions(conclusion);
    if (!extensions) return 'malformed';
    if (!extensions.streamId?.trim()) return 'no_stream_id';
    const streamId = parseStreamId(extensions.streamId);
    return streamId ? { streamId, extensions } : 'malformed';
  }

  /** Asks for admission, and calls the worker. */
  async #connect(
    connection: SrtConnection,
    network: string,
    conclusion: Buffer,
    { streamId: named, extensions }: Call,
  ): Promise<void> {
    const { direction, connections } = this.#options;
    const refuse = (refusal: SrtRefusal, streamId: string | null) => {
      this.#options.end(connection, 'refused', { notifyCaller: false, notifyWorker: false });
      this.#refuse(connection.caller, conclusion, refusal, streamId);
    };
    let hasSlot = false;
    /** Whether the connection has a slot: another caller may have displaced it. */
    const takeSlot = (streamId: string): boolean => {
      if (!hasSlot && connection.state !== 'ended') {
        hasSlot = true;
        this.free(connection);
        const slot = { network, streamId, onDisplaced: () => refuse('overload', streamId) };
        this.#claims.set(connection, () => this.#slots.free(slot));
        this.#slots.take(slot);
      }
      return connection.state !== 'ended';
    };
    const admission = await this.#options.admit(named, takeSlot).catch((error: unknown): SrtAdmission => {
      this.#log.warn({ err: error, direction }, 'router: cannot decide an admission');
      return { kind: 'refuse', refusal: 'unavailable', streamId: null };
    });
    if (connection.state === 'ended') return;
    const { streamId } = admission;
    if (admission.kind === 'refuse') return refuse(admission.refusal, streamId);
    if (extensions.bonded) return refuse('bonded', streamId);
    if (!takeSlot(admission.streamId)) return;
    const { workerId, host, port, keyHash, latency } = admission;
    const route = { streamId: admission.streamId, workerId, host, port, keyHash };
    const hasPlace = direction === 'view' || (await this.#options.makePlace(route.streamId, workerId));
    if (!takeSlot(route.streamId)) return;
    if (!hasPlace) return refuse('busy', streamId);
    connections.assign(connection, route.streamId);
    // A worker's listener accepts one connection and is then opened again. So viewers connect one by one, the next when
    // media flows to the previous one.
    const isNext = () => connections.ofStream(route.streamId).find(({ state }) => state !== 'open') === connection;
    const request = withMinLatency(withWholePacketFilter(conclusion), minLatencies(direction, extensions, latency));
    connection.connect(route, request, isNext);
  }

  #eventsFor(conclusion: Buffer, extensions: ConclusionExtensions): SrtConnectionEvents {
    const { direction } = this.#options;
    return {
      onOpen: (opened) => {
        this.free(opened);
        this.#sendAnswer(opened);
        log.info(
          {
            direction,
            streamId: opened.route?.streamId,
            remoteAddress: plainAddress(opened.caller.address),
            srtVersion: extensions.libraryVersion,
            latencyMs: Math.max(extensions.receiveLatencyMs, extensions.sendLatencyMs),
            encrypted: extensions.encrypted,
          },
          'router: connected',
        );
        this.#options.onConnected(opened);
      },
      onWorkerDatagram: this.#options.onWorkerDatagram,
      onFault: this.#options.onFault,
      onRefused: (refused, answer, rejectReason) => {
        this.#options.sendTo(refused.caller, answer);
        this.#options.end(refused, 'the worker refused', { notifyCaller: false, notifyWorker: false });
        const refusal = refusalOf(rejectReason, extensions.encrypted);
        if (refusal) this.#options.onRefused(refused.caller, refusal, refused.route?.streamId ?? null);
      },
      onConnectTimeout: (late) => {
        this.#options.end(late, 'the worker did not answer', { notifyCaller: false });
        this.#refuse(late.caller, conclusion, 'not_ready', late.route?.streamId ?? null);
      },
      onWorkerShutdown: (left) =>
        this.#options.end(left, 'the worker left', { notifyCaller: false, notifyWorker: false }),
    };
  }

  #sendAnswer({ caller, answer }: SrtConnection): void {
    if (answer) this.#options.sendTo(caller, answer);
  }

  #refuse(caller: PortCaller, conclusion: Buffer, refusal: SrtRefusal, streamId: string | null): void {
    this.#options.sendTo(caller, buildRejection(conclusion, srtRefusals[refusal].rejectReason));
    this.#options.onRefused(caller, refusal, streamId);
  }
}

/**
 * The latencies to request from the worker on the caller's behalf, in the direction of the media. SRT uses the larger
 * of both sides' requests, and tells the caller in the answer. So the worker itself requests the minimum, and the
 * user's choice is added here for each connection.
 */
function minLatencies(
  direction: SrtDirection,
  { receiveLatencyMs, sendLatencyMs }: ConclusionExtensions,
  { defaultMs, minMs }: LatencyTerms,
): Pick<ConclusionExtensions, 'receiveLatencyMs' | 'sendLatencyMs'> {
  const minOf = (requestedMs: number) => (requestedMs === 0 ? defaultMs : minMs);
  return direction === 'ingest'
    ? { receiveLatencyMs: 0, sendLatencyMs: minOf(sendLatencyMs) }
    : { receiveLatencyMs: minOf(receiveLatencyMs), sendLatencyMs: 0 };
}
