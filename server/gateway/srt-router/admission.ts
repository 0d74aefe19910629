import { setTimeout as sleep } from 'node:timers/promises';
import { type SourceKind, sourceKinds } from '@/lib/contracts/source-kinds';
import type { StreamSignal, StreamStatus } from '@/lib/contracts/streams';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import type { LatencyTerms } from '@/lib/core/srt-latency';
import { TokenBucket } from '@/lib/core/token-bucket';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import { findStreamsByWrongKey } from '../refusals/find-streams-by-wrong-key';
import type { SrtAdmission, SrtRefusal } from '../refusals/srt-refusal';
import type { KeyKind, SrtDirection } from '../srt/srt-route';
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

/** How an encoder calls. */
type EncoderProtocol = 'srt' | 'rtmp';

/** The access control syntax's mode for each port. */
const modeOf = { ingest: 'publish', view: 'request' } as const;

/** Limits the examination of unknown keys. */
const examination = { perSecond: 50, burst: 100 };

/** A stream, for admission. */
export interface AdmissibleStream {
  streamId: string;
  /** Kind of the caller's key. */
  keyKind: KeyKind;
  /** SHA-256 of it, in hex. */
  keyHash: string;
  status: StreamStatus;
  signal: StreamSignal;
  sourceKind: SourceKind;
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
  readonly #examinations = new TokenBucket(examination, performance.now());
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
    protocol: EncoderProtocol = 'srt',
  ): Promise<SrtAdmission> {
    const admission = await this.#findWorker(named, direction, onWaiting, protocol);
    // A worker decides itself between encoders by RTMP.
    if (admission.kind === 'refuse' || direction === 'view' || protocol === 'rtmp') return admission;
    const { streamId } = admission;
    return (await this.#options.isContested(streamId)) ? { kind: 'refuse', refusal: 'busy', streamId } : admission;
  }

  async #findWorker(
    { keys, mode }: SrtStreamId,
    direction: SrtDirection,
    onWaiting: (streamId: string) => void,
    protocol: EncoderProtocol,
  ): Promise<SrtAdmission> {
    const deadlineMs = performance.now() + waitForWorkerMs;
    for (let tries = 1; ; tries++) {
      const held = keys.flatMap((key) => this.#options.held.findByKey(key) ?? []).at(0);
      const stream = held ?? (await this.#findForeign(keys));
      if (!stream) return this.#refuseUnknown(keys);
      const { streamId } = stream;
      const admission = decide(stream, direction, mode, protocol);
      if (admission) return admission;
      if (performance.now() > deadlineMs) return { kind: 'refuse', refusal: 'not_ready', streamId };
      if (tries === 1) onWaiting(streamId);
      await (held ? sleep(heldPollMs) : this.#options.notifier.next(streamId, rowPollMs));
    }
  }

  async #findForeign(keys: string[]): Promise<AdmissibleStream | null> {
    const found = await Promise.all(keys.map((key) => this.#routes.find(key)));
    const index = found.findIndex((one) => one !== null);
    const [key, one] = [keys[index], found[index]];
    if (key === undefined || !one) return null;
    const { streamId, status, signal, sourceKind, latency, leaseOwner, worker } = one.route;
    // The row of an own stream may be from before this gateway's restart; its reconciler decides.
    const isReady = status === 'active' && leaseOwner !== this.#options.gatewayId;
    const keyHash = hashStreamKey(key);
    const routed = isReady ? worker : null;
    return { streamId, keyHash, keyKind: one.keyKind, status, signal, sourceKind, latency, worker: routed };
  }

  /**
   * Names the stream only of an old or mistyped key, or of a camera's id; any other may belong to a stranger. During a
   * flood of unknown keys some are not examined: a caller who has mistyped one tries again.
   */
  async #refuseUnknown(keys: string[]): Promise<SrtAdmission> {
    const isExamined = this.#examinations.take(performance.now());
    const found = isExamined ? await Promise.all(keys.map((key) => this.#wrongKeys.find(key))) : [];
    const meant = found.find((one) => one !== null);
    return { kind: 'refuse', refusal: meant?.refusal ?? 'unknown_key', streamId: meant?.streamId ?? null };
  }
}

/** @returns null when the caller must wait */
function decide(
  stream: AdmissibleStream,
  direction: SrtDirection,
  mode: SrtStreamId['mode'],
  protocol: EncoderProtocol,
): SrtAdmission | null {
  const { streamId, keyHash, keyKind, status, signal, sourceKind, latency, worker } = stream;
  const refuse = (refusal: SrtRefusal): SrtAdmission => ({ kind: 'refuse', refusal, streamId });
  const isStreamKeyToView = direction === 'view' && keyKind === 'stream';
  if (direction === 'ingest' && keyKind === 'view') return refuse('view_key');
  if (mode !== null && mode !== modeOf[direction]) return refuse(isStreamKeyToView ? 'stream_key' : 'wrong_mode');
  const { takes, refused } = sourceKinds[sourceKind];
  if (direction === 'ingest' && takes !== protocol) return refuse(refused.refusal);
  if (!isWanted(status)) return refuse('off');
  if (!worker) return null;
  const { workerId, host, inputPort, outputPort } = worker;
  const port = direction === 'ingest' ? inputPort : outputPort;
  if (direction === 'ingest' || signal === 'live') {
    return { kind: 'forward', streamId, workerId, host, port, keyHash, latency };
  }
  // An encoder with the stream key may have the wrong port.
  return signal === 'connecting' ? null : refuse(isStreamKeyToView ? 'stream_key' : 'no_signal');
}
