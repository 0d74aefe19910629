import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamSignal, StreamStatus } from '@/lib/contracts/streams';
import type { LatencyTerms } from '@/lib/core/srt-latency';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import { RateLimit } from '../limits/rate-limit';
import { findStreamsByWrongKey } from '../refusals/find-streams-by-wrong-key';
import type { SrtAdmission } from '../refusals/srt-refusal';
import type { SrtDirection } from '../srt/srt-route';
import { findStreamRoutes, type RoutedWorker } from '../store/stream-routes';
import { BatchedLookUp } from './batched-look-up';
import type { SrtStreamId } from './protocol/srt-stream-id';
import type { StreamNotifier } from './stream-notifier';

/** Shorter than libsrt's connection time-out of three seconds, so that the caller receives the reason. */
const waitForWorkerMs = 2_500;
/** Interval of checks of the reconciler's state, in memory. */
const heldPollMs = 50;
/** Interval of checks of a stream's row, because a notification may be lost. */
const rowPollMs = 250;

/** The access control syntax's mode for each port. */
const modeOf = { ingest: 'publish', view: 'request' } as const;

/** Limits the examination of unknown keys. */
const examination = { perSecond: 50, burst: 100, maxKeys: 1 };

/** A stream, for admission. */
export interface AdmissibleStream {
  streamId: string;
  /** The purpose of the caller's key: ingest for a stream key, view for a view key. */
  keyOpens: SrtDirection;
  status: StreamStatus;
  signal: StreamSignal;
  latency: LatencyTerms;
  /** Null until it is ready to receive. */
  worker: RoutedWorker | null;
}

/** The streams whose lease this gateway holds, as its reconciler knows them. */
export interface HeldStreams {
  /** @param key a stream key or a view key */
  findByKey(key: string): AdmissibleStream | null;
  has(streamId: string): boolean;
}

export interface AdmissionOptions {
  gatewayId: string;
  held: HeldStreams;
  /** Notifies of changes of streams' rows. */
  notifier: StreamNotifier;
  /** Whether a living encoder is connected to this stream through another gateway. */
  isContested(streamId: string): Promise<boolean>;
}

/**
 * Decides by its streamid whether a caller is admitted, and to which worker. It decides from memory for a held stream,
 * so that Postgres may be away; for any other it reads the row. Callers of a starting or restarting stream wait,
 * because many encoders pause for seconds after a refusal; so do viewers before the camera's first frame.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #routes = new BatchedLookUp(findStreamRoutes);
  readonly #examinations = new RateLimit(examination);
  readonly #wrongKeys = new BatchedLookUp(findStreamsByWrongKey);

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * @param onWaiting called once if the key opens a stream whose worker is not ready
   * @throws Error of Prisma, for a stream that this gateway does not hold
   */
  async admit(
    named: SrtStreamId,
    direction: SrtDirection,
    onWaiting: (streamId: string) => void,
  ): Promise<SrtAdmission> {
    const admission = await this.#findWorker(named, direction, onWaiting);
    if (admission.kind === 'refuse' || direction === 'view') return admission;
    const { streamId } = admission;
    return (await this.#options.isContested(streamId)) ? { kind: 'refuse', refusal: 'busy', streamId } : admission;
  }

  async #findWorker(
    { key, mode }: SrtStreamId,
    direction: SrtDirection,
    onWaiting: (streamId: string) => void,
  ): Promise<SrtAdmission> {
    const deadlineMs = performance.now() + waitForWorkerMs;
    for (let tries = 1; ; tries++) {
      const held = this.#options.held.findByKey(key);
      const stream = held ?? (await this.#findForeign(key));
      if (!stream) return this.#refuseUnknown(key);
      const { streamId } = stream;
      const admission = decide(stream, direction, mode);
      if (admission) return admission;
      if (performance.now() > deadlineMs) return { kind: 'refuse', refusal: 'not_ready', streamId };
      if (tries === 1) onWaiting(streamId);
      await (held ? sleep(heldPollMs) : this.#options.notifier.next(streamId, rowPollMs));
    }
  }

  async #findForeign(key: string): Promise<AdmissibleStream | null> {
    const found = await this.#routes.find(key);
    if (!found) return null;
    const { route, keyOpens } = found;
    const { streamId, status, signal, latency } = route;
    // The row of one of this gateway's streams may predate its restart; the reconciler decides.
    const isReady = status === 'active' && route.leaseOwner !== this.#options.gatewayId;
    return { streamId, keyOpens, status, signal, latency, worker: isReady ? route.worker : null };
  }

  /**
   * Names the stream only for an old or mistyped key, or a camera's id; any other key may belong to a stranger. During
   * a flood of unknown keys some are not examined, because somebody with a typo tries again.
   */
  async #refuseUnknown(key: string): Promise<SrtAdmission> {
    const meant = this.#examinations.take('', performance.now()) ? await this.#wrongKeys.find(key) : null;
    if (meant) return { kind: 'refuse', refusal: meant.refusal, streamId: meant.streamId };
    return { kind: 'refuse', refusal: 'unknown_key', streamId: null };
  }
}

/** @returns null when the caller must wait */
function decide(stream: AdmissibleStream, direction: SrtDirection, mode: SrtStreamId['mode']): SrtAdmission | null {
  const { streamId, keyOpens, status, signal, latency, worker } = stream;
  if (keyOpens !== direction) {
    return { kind: 'refuse', refusal: keyOpens === 'view' ? 'view_key' : 'stream_key', streamId };
  }
  if (mode !== null && mode !== modeOf[direction]) return { kind: 'refuse', refusal: 'wrong_mode', streamId };
  if (!isWanted(status)) return { kind: 'refuse', refusal: 'off', streamId };
  if (!worker) return null;
  const { workerId, host, inputPort, outputPort } = worker;
  if (direction === 'ingest') return { kind: 'forward', streamId, workerId, host, port: inputPort, latency };
  if (signal === 'live') return { kind: 'forward', streamId, workerId, host, port: outputPort, latency };
  return signal === 'connecting' ? null : { kind: 'refuse', refusal: 'no_signal', streamId };
}
