import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamSignal, StreamStatus } from '@/lib/contracts/streams';
import type { LatencyTerms } from '@/lib/core/srt-latency';
import { isWanted } from '@/lib/streams/state/stream-state';
import { findStreamByWrongKey } from '../store/find-stream-by-wrong-key';
import { findStreamRoute, type RoutedWorker } from '../store/stream-routes';
import type { SrtAdmission } from './srt-refusal';
import type { SrtDirection } from './srt-route';
import type { StreamNotifier } from './stream-notifier';

/** Shorter than libsrt's connection time-out of three seconds, so that the caller receives the reason. */
const waitForWorkerMs = 2_500;
/** Interval of checks of the reconciler's state, in memory. */
const heldPollMs = 50;
/** Interval of checks of a stream's row, because a notification may be lost. */
const rowPollMs = 250;

/** A stream, for admission. */
export interface AdmissibleStream {
  streamId: string;
  status: StreamStatus;
  signal: StreamSignal;
  latency: LatencyTerms;
  /** Null until it is ready to receive. */
  worker: RoutedWorker | null;
}

/** The streams whose lease this gateway holds, as its reconciler knows them. */
export interface HeldStreams {
  findByKey(streamKey: string): AdmissibleStream | null;
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
 * Decides by the stream key whether a caller is admitted, and to which worker: for a held stream from memory, so that
 * Postgres may be away, for any other from its row. A caller of a stream that is starting or restarting waits instead
 * of being refused, because many encoders pause for seconds before the next try. So does a viewer while the camera is
 * connected and has no frame yet; without a camera there is nothing to view.
 */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** @throws Error of Prisma, for a stream that this gateway does not hold */
  async admit(streamKey: string, direction: SrtDirection): Promise<SrtAdmission> {
    const admission = await this.#findWorker(streamKey, direction);
    if (admission.kind === 'refuse' || direction === 'view') return admission;
    const { streamId } = admission;
    return (await this.#options.isContested(streamId)) ? { kind: 'refuse', refusal: 'busy', streamId } : admission;
  }

  async #findWorker(streamKey: string, direction: SrtDirection): Promise<SrtAdmission> {
    const deadlineMs = performance.now() + waitForWorkerMs;
    for (;;) {
      const held = this.#options.held.findByKey(streamKey);
      const stream = held ?? (await this.#findForeign(streamKey));
      if (!stream) return refuseUnknown(streamKey);
      const { streamId } = stream;
      const admission = decide(stream, direction);
      if (admission) return admission;
      if (performance.now() > deadlineMs) return { kind: 'refuse', refusal: 'not_ready', streamId };
      await (held ? sleep(heldPollMs) : this.#options.notifier.next(streamId, rowPollMs));
    }
  }

  async #findForeign(streamKey: string): Promise<AdmissibleStream | null> {
    const route = await findStreamRoute(streamKey);
    if (!route) return null;
    const { streamId, status, signal, latency } = route;
    // The row of an own stream may be from before this gateway's restart; its reconciler decides.
    const isReady = status === 'active' && route.leaseOwner !== this.#options.gatewayId;
    return { streamId, status, signal, latency, worker: isReady ? route.worker : null };
  }
}

/** @returns null where the caller must wait */
function decide(stream: AdmissibleStream, direction: SrtDirection): SrtAdmission | null {
  const { streamId, status, signal, latency, worker } = stream;
  if (!isWanted(status)) return { kind: 'refuse', refusal: 'off', streamId };
  if (!worker) return null;
  const { workerId, host, inputPort, outputPort } = worker;
  if (direction === 'ingest') return { kind: 'forward', streamId, workerId, host, port: inputPort, latency };
  if (signal === 'live') return { kind: 'forward', streamId, workerId, host, port: outputPort, latency };
  return signal === 'connecting' ? null : { kind: 'refuse', refusal: 'no_signal', streamId };
}

/** Names the stream only of an old or mistyped key; any other may belong to a stranger. */
async function refuseUnknown(streamKey: string): Promise<SrtAdmission> {
  const meant = await findStreamByWrongKey(streamKey);
  if (meant) return { kind: 'refuse', refusal: meant.refusal, streamId: meant.id };
  return { kind: 'refuse', refusal: 'unknown_key', streamId: null };
}
