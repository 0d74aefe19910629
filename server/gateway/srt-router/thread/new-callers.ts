import { hashStreamKey } from '@/lib/core/hash-stream-key';
import type { LatencyTerms } from '@/lib/core/srt-latency';
import { log } from '@/lib/platform/log';
import { SrtCookies } from '../protocol/srt-cookie';
import {
  buildInductionAnswer,
  buildRejection,
  type ConclusionExtensions,
  parseConclusionExtensions,
  parseHandshake,
  withLeastLatency,
} from '../protocol/srt-handshake';
import { parseStreamId } from '../protocol/srt-stream-id';
import { refusalOf, rejectReasonByRefusal, type SrtAdmission, type SrtRefusal } from '../srt-refusal';
import type { SrtCaller, SrtDirection } from '../srt-route';
import { type ConnectionTable, callerKey } from './connection-table';
import { SrtConnection, type SrtConnectionEvents } from './srt-connection';

const maxHalfOpenConnections = 256;

/** What a caller asks for. */
interface Call {
  streamKey: string;
  extensions: ConclusionExtensions;
}

export interface NewCallersOptions {
  direction: SrtDirection;
  connections: ConnectionTable;
  /** Decides whether a caller with this stream key is admitted, and to which worker. */
  admit(streamKey: string): Promise<SrtAdmission>;
  sendTo(caller: SrtCaller, datagram: Buffer): void;
  onWorkerDatagram(connection: SrtConnection, datagram: Buffer): void;
  onConnected(connection: SrtConnection): void;
  /** A caller is refused, and the rejection is sent. */
  onRefused(caller: SrtCaller, refusal: SrtRefusal, streamId: string | null): void;
  /** Ends a silent encoder of this worker. @returns false where the present encoder is alive */
  makeRoom(streamId: string, workerId: string): boolean;
  end(connection: SrtConnection, reason: string, who: { notifyCaller: boolean; notifyWorker?: boolean }): void;
}

/** Handles handshakes at a public port: verifies the caller's address, asks for admission, calls the worker. */
export class NewCallers {
  readonly #options: NewCallersOptions;
  readonly #cookies = new SrtCookies();

  constructor(options: NewCallersOptions) {
    this.#options = options;
  }

  /** Receives a datagram for the listener. @returns whether it is a valid handshake */
  receive(datagram: Buffer, address: string, port: number): boolean {
    const handshake = parseHandshake(datagram);
    if (!handshake || handshake.kind === 'rejection') return false;
    const caller: SrtCaller = { address, port, socketId: handshake.socketId };
    const key = callerKey(caller);
    const nowMs = performance.now();
    if (handshake.kind === 'induction') {
      this.#options.sendTo(caller, buildInductionAnswer(datagram, this.#cookies.issue(key, nowMs)));
      return true;
    }
    if (!this.#cookies.verify(key, handshake.cookie, nowMs)) return false;
    const known = this.#options.connections.findByCaller(caller);
    if (known) {
      known.lastCallerDatagramMs = nowMs;
      if (known.state === 'open' && known.answer) this.#options.sendTo(caller, known.answer);
      return true;
    }
    this.#onConclusion(caller, datagram, handshake.version, nowMs);
    return true;
  }

  #onConclusion(caller: SrtCaller, conclusion: Buffer, version: number, nowMs: number): void {
    const { direction, connections } = this.#options;
    const call = this.#readConclusion(conclusion, version);
    if (typeof call === 'string') {
      this.#refuse(caller, conclusion, call, null);
      return;
    }
    const { streamKey, extensions } = call;
    const events = this.#eventsFor(conclusion, extensions);
    const connection = new SrtConnection(direction, caller, hashStreamKey(streamKey), events, nowMs);
    connections.add(connection);
    this.#connect(connection, conclusion, call).catch((error: unknown) => {
      log.error({ err: error, direction }, 'router: cannot connect a caller');
      this.#options.end(connection, 'a fault', { notifyCaller: true });
    });
  }

  /** The caller's request, or the reason for a refusal that does not depend on the stream. */
  #readConclusion(conclusion: Buffer, version: number): Call | SrtRefusal {
    const { direction, connections } = this.#options;
    if (version !== 5) return 'old_version';
    if (connections.halfOpenCount >= maxHalfOpenConnections) return 'overload';
    const extensions = parseConclusionExtensions(conclusion);
    const streamId = parseStreamId(extensions?.streamId ?? null);
    if (!extensions || !streamId) return 'malformed';
    const expectedMode = direction === 'ingest' ? 'publish' : 'request';
    if (streamId.mode && streamId.mode !== expectedMode) return 'wrong_mode';
    return { streamKey: streamId.streamKey, extensions };
  }

  /** Asks for admission, and calls the worker. */
  async #connect(connection: SrtConnection, conclusion: Buffer, { streamKey, extensions }: Call): Promise<void> {
    const { direction, connections } = this.#options;
    const admission = await this.#options.admit(streamKey).catch((error: unknown): SrtAdmission => {
      log.warn({ err: error, direction }, 'router: cannot decide an admission');
      return { kind: 'refuse', refusal: 'unavailable', streamId: null };
    });
    if (connection.state === 'ended') return;
    const { streamId } = admission;
    const refuse = (refusal: SrtRefusal) => {
      this.#options.end(connection, 'refused', { notifyCaller: false, notifyWorker: false });
      this.#refuse(connection.caller, conclusion, refusal, streamId);
    };
    if (admission.kind === 'refuse') return refuse(admission.refusal);
    const { workerId, host, port, latency } = admission;
    if (direction === 'ingest' && !this.#options.makeRoom(admission.streamId, workerId)) return refuse('busy');
    connections.assign(connection, admission.streamId);
    // A worker's listener accepts one connection and is then opened again, so viewers connect one by one: the next one
    // once media flows to the previous one.
    const isNext = () => connections.ofStream(admission.streamId).find(({ state }) => state !== 'open') === connection;
    const request = withLeastLatency(conclusion, leastLatencies(direction, extensions, latency));
    connection.connect({ streamId: admission.streamId, workerId, host, port }, request, isNext);
  }

  #eventsFor(conclusion: Buffer, extensions: ConclusionExtensions): SrtConnectionEvents {
    const { direction } = this.#options;
    return {
      onOpen: (opened) => {
        if (opened.answer) this.#options.sendTo(opened.caller, opened.answer);
        log.info(
          {
            direction,
            streamId: opened.route?.streamId,
            remoteAddress: opened.caller.address,
            srtVersion: extensions.libraryVersion,
            latencyMs: Math.max(extensions.receiveLatencyMs, extensions.sendLatencyMs),
            encrypted: extensions.encrypted,
          },
          'router: connected',
        );
        this.#options.onConnected(opened);
      },
      onWorkerDatagram: this.#options.onWorkerDatagram,
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

  #refuse(caller: SrtCaller, conclusion: Buffer, refusal: SrtRefusal, streamId: string | null): void {
    this.#options.sendTo(caller, buildRejection(conclusion, rejectReasonByRefusal[refusal]));
    this.#options.onRefused(caller, refusal, streamId);
  }
}

/**
 * The latencies that a caller has to ask the worker for, in the direction of the media. libsrt agrees on the larger of
 * both sides' requests, and tells the caller in its answer: so the worker's own request is the least possible, and what
 * the user has chosen is added here, at each connection anew.
 */
function leastLatencies(
  direction: SrtDirection,
  { receiveLatencyMs, sendLatencyMs }: ConclusionExtensions,
  { defaultMs, leastMs }: LatencyTerms,
): Pick<ConclusionExtensions, 'receiveLatencyMs' | 'sendLatencyMs'> {
  const least = (requestedMs: number) => (requestedMs === 0 ? defaultMs : leastMs);
  return direction === 'ingest'
    ? { receiveLatencyMs: 0, sendLatencyMs: least(sendLatencyMs) }
    : { receiveLatencyMs: least(receiveLatencyMs), sendLatencyMs: 0 };
}
