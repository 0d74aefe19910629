import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamSignal, StreamStatus } from '@/lib/contracts/streams';
import { isWanted } from '@/lib/streams/state/stream-state';
import { findStreamByWrongKey } from '../store/find-stream-by-wrong-key';
import { findStreamRoute, type RoutedWorker } from '../store/stream-routes';
import type { SrtAdmission } from './srt-refusal';
import type { SrtDirection } from './srt-route';
import type { StreamNews } from './stream-news';

/** Less than the three seconds for which libsrt's callers try to connect, so that they hear the reason. */
const waitForWorkerMs = 2_500;
/** Of what the reconciler knows, which is in memory. */
const heldPollMs = 50;
/** Of a stream's row, for news of it may be lost. */
const rowPollMs = 250;

/** A stream as admission sees it. */
export interface AdmissibleStream {
  streamId: string;
  status: StreamStatus;
  signal: StreamSignal;
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
  /** News of streams' rows. */
  news: StreamNews;
  /** Whether an encoder that is alive is connected to this stream through another gateway. */
  isContested(streamId: string): Promise<boolean>;
}

/**
 * Decides whether a caller may come in, and to which worker, by its stream key: a held stream's from memory, so that
 * Postgres may be away; any other's from its row. A caller whose stream is just being switched on or restarted is
 * kept waiting rather than refused, because many encoders wait seconds before they try again. So is a viewer while the
 * camera has connected and no frame has come yet; without a camera there is nothing to view.
 */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** @throws what Postgres throws, for a stream that this gateway does not hold */
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
      await (held ? sleep(heldPollMs) : this.#options.news.next(streamId, rowPollMs));
    }
  }

  async #findForeign(streamKey: string): Promise<AdmissibleStream | null> {
    const route = await findStreamRoute(streamKey);
    if (!route) return null;
    const { streamId, status, signal } = route;
    // What the row of an own stream says may be of this gateway's former life: its reconciler will know.
    const isReady = status === 'active' && route.leaseOwner !== this.#options.gatewayId;
    return { streamId, status, signal, worker: isReady ? route.worker : null };
  }
}

/** @returns null: the caller has to wait */
function decide({ streamId, status, signal, worker }: AdmissibleStream, direction: SrtDirection): SrtAdmission | null {
  if (!isWanted(status)) return { kind: 'refuse', refusal: 'off', streamId };
  if (!worker) return null;
  const { workerId, host, inputPort, outputPort } = worker;
  if (direction === 'ingest') return { kind: 'forward', streamId, workerId, host, port: inputPort };
  if (signal === 'live') return { kind: 'forward', streamId, workerId, host, port: outputPort };
  return signal === 'connecting' ? null : { kind: 'refuse', refusal: 'no_signal', streamId };
}

/** Whose key it was can be told only of one that was changed or begins right; any other may be a stranger's. */
async function refuseUnknown(streamKey: string): Promise<SrtAdmission> {
  const meant = await findStreamByWrongKey(streamKey);
  if (meant) return { kind: 'refuse', refusal: meant.refusal, streamId: meant.id };
  return { kind: 'refuse', refusal: 'unknown_key', streamId: null };
}
