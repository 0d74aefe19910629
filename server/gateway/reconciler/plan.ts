import { isDeepStrictEqual } from 'node:util';
import type { WorkerAddress } from '@/lib/contracts/worker-protocol';
import { isWanted } from '@/lib/streams/state/stream-state';
import type { LeasedStream } from '../store/leased-stream';

/** What the reconciler knows of the worker of one stream. Times are those of its {@link WorkingClock}. */
export interface PlannedWorker {
  workerId: string;
  /**
   * `found`: the row names it, and whether it lives is not known yet; `queued`: nothing of it runs yet; `running`: it was
   * started or adopted.
   */
  phase: 'found' | 'queued' | 'running';
  generation: number;
  /** Null while it is being started. */
  address: WorkerAddress | null;
  /** Null while it is ready: it listens for SRT and is in the room. */
  notReadySinceMs: number | null;
  lastReportAtMs: number;
  signal: LeasedStream['signal'];
  media: LeasedStream['media'];
  /** It was asked to end. */
  stopping: boolean;
}

/** A stream that the reconciler handles or has just handled. */
export interface PlannedStream {
  worker: PlannedWorker | null;
  /** How many workers in a row ended without having been ready for a while. */
  failures: number;
  /** Why the last of them ended, as a sentence for the user; null while none has. */
  lastFailure: string | null;
  /** The last of them has said that another would do no better. */
  isHopeless: boolean;
  /** No new worker before this. */
  retryAtMs: number;
}

export type Action =
  | { type: 'contact_worker' }
  | { type: 'start_worker' }
  | { type: 'stop_worker' }
  | { type: 'kill_worker'; reason: string }
  | { type: 'mark_claimed' }
  | { type: 'mark_ready' }
  | { type: 'mark_lost'; reason: string }
  | { type: 'mark_failed'; reason: string }
  | { type: 'mark_stopped' }
  | { type: 'record_worker' }
  | { type: 'record_signal' }
  | { type: 'record_media' };

export interface PlanLimits {
  /** For the first report of a worker, and each further one until it is ready. */
  startWithinMs: number;
  reportWithinMs: number;
  maxFailures: number;
}

export const defaultLimits: PlanLimits = { startWithinMs: 15_000, reportWithinMs: 5_000, maxFailures: 10 };

/**
 * What must be done so that the worker of one stream matches what Postgres says, in this order. Decides from what is,
 * never from what happened, so an action that failed or was missed comes again with the next call.
 * @param stream as this gateway's lease shows it; null where it holds none: the stream was deleted, is over, or is
 * another gateway's now
 */
export function plan(
  stream: LeasedStream | null,
  known: PlannedStream | undefined,
  nowMs: number,
  limits: PlanLimits = defaultLimits,
): Action[] {
  const worker = known?.worker;
  // Before it is known whether it lives nothing else can be done, not even switching it off.
  if (stream && worker?.phase === 'found') return [{ type: 'contact_worker' }];
  if (!stream || !isWanted(stream.status)) {
    if (worker) return worker.stopping ? [] : [{ type: 'stop_worker' }];
    return stream?.status === 'stopping' ? [{ type: 'mark_stopped' }] : [];
  }
  return worker ? planForWorker(stream, worker, nowMs, limits) : planWithoutWorker(stream, known, nowMs, limits);
}

function planWithoutWorker(
  { status }: LeasedStream,
  known: PlannedStream | undefined,
  nowMs: number,
  { maxFailures }: PlanLimits,
): Action[] {
  const sentence = known?.lastFailure ?? null;
  if (known && sentence !== null && known.isHopeless) return [{ type: 'mark_failed', reason: sentence }];
  const actions: Action[] = [];
  if (status === 'active') {
    actions.push(sentence === null ? { type: 'mark_claimed' } : { type: 'mark_lost', reason: lostReason(sentence) });
  }
  if (known && sentence !== null && known.failures >= maxFailures) {
    actions.push({ type: 'mark_failed', reason: failedReason(known.failures, sentence) });
  } else if (!known || nowMs >= known.retryAtMs) {
    actions.push({ type: 'start_worker' });
  }
  return actions;
}

function planForWorker(
  stream: LeasedStream,
  worker: PlannedWorker,
  nowMs: number,
  { startWithinMs, reportWithinMs }: PlanLimits,
): Action[] {
  if (worker.stopping) return [];
  if (worker.generation !== stream.generation) return [{ type: 'stop_worker' }];
  if (worker.phase === 'queued') return [];
  const actions: Action[] = [];
  const isActive = stream.status === 'active';
  const isReady = worker.notReadySinceMs === null;
  if (!isReady && isActive) actions.push({ type: 'mark_lost', reason: disconnectedReason });
  const answerWithinMs = isReady ? reportWithinMs : startWithinMs;
  if (nowMs - worker.lastReportAtMs > answerWithinMs) {
    const reason = `The process handling this stream did not answer for ${answerWithinMs / 1000} s.`;
    return [...actions, { type: 'kill_worker', reason }];
  }
  if (worker.address && !isRecorded(stream, worker)) actions.push({ type: 'record_worker' });
  // A worker that answers joins by itself however long LiveKit is away; another one could do no better.
  if (!isReady) return actions;
  if (!isActive) actions.push({ type: 'mark_ready' });
  if (worker.signal !== stream.signal) actions.push({ type: 'record_signal' });
  if (!isDeepStrictEqual(worker.media, stream.media)) actions.push({ type: 'record_media' });
  return actions;
}

const isRecorded = (stream: LeasedStream, { workerId }: PlannedWorker): boolean =>
  stream.worker?.workerId === workerId && stream.worker.address !== null;

/** The reason of a worker that ends without a report. */
export const unexpectedEnd = 'The process handling this stream ended unexpectedly.';

const lostReason = (sentence: string): string => `${sentence} Restarting it.`;

const disconnectedReason = 'Connection to the video room lost; reconnecting.';

const failedReason = (failures: number, sentence: string): string =>
  `The process handling this stream failed ${failures} times in a row. ${sentence} Press On to try again.`;
