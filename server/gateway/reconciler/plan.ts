import { isDeepStrictEqual } from 'node:util';
import { isWanted } from '@/lib/streams/state/stream-state';
import type { LeasedStream } from '../store/leased-stream';

/** What the supervisor knows of the worker of one stream. */
export interface SupervisedWorker {
  generation: number;
  /** Null while it is ready: it listens for SRT and is in the room. */
  notReadySinceMs: number | null;
  lastReportAtMs: number;
  signal: LeasedStream['signal'];
  media: LeasedStream['media'];
  /** It was told to end. */
  stopping: boolean;
}

/** A stream that the supervisor handles or has just handled. */
export interface Supervised {
  worker: SupervisedWorker | null;
  /** How many workers in a row ended without having been ready for a while. */
  failures: number;
  /** How the last of them ended, like "exit code 1". */
  lastFailure: string;
  /** No new worker before this. */
  retryAtMs: number;
}

export type Action =
  | { type: 'start_worker' }
  | { type: 'stop_worker' }
  | { type: 'kill_worker'; reason: string }
  | { type: 'mark_claimed' }
  | { type: 'mark_ready' }
  | { type: 'mark_lost'; reason: string }
  | { type: 'mark_failed'; reason: string }
  | { type: 'mark_stopped' }
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
  known: Supervised | undefined,
  nowMs: number,
  { startWithinMs, reportWithinMs, maxFailures }: PlanLimits = defaultLimits,
): Action[] {
  const worker = known?.worker;
  if (!stream || !isWanted(stream.status)) {
    if (worker) return worker.stopping ? [] : [{ type: 'stop_worker' }];
    return stream?.status === 'stopping' ? [{ type: 'mark_stopped' }] : [];
  }

  const actions: Action[] = [];
  const isActive = stream.status === 'active';
  if (!worker) {
    if (isActive && known?.lastFailure) actions.push({ type: 'mark_lost', reason: lostReason(known.lastFailure) });
    else if (isActive) actions.push({ type: 'mark_claimed' });

    if (known && known.failures >= maxFailures) actions.push({ type: 'mark_failed', reason: failedReason(known) });
    else if (!known || nowMs >= known.retryAtMs) actions.push({ type: 'start_worker' });
    return actions;
  }

  if (worker.stopping) return [];
  if (worker.generation !== stream.generation) return [{ type: 'stop_worker' }];
  const isReady = worker.notReadySinceMs === null;
  if (!isReady && isActive) actions.push({ type: 'mark_lost', reason: disconnectedReason });
  const answerWithinMs = isReady ? reportWithinMs : startWithinMs;
  if (nowMs - worker.lastReportAtMs > answerWithinMs) {
    return [...actions, { type: 'kill_worker', reason: `no answer for ${answerWithinMs / 1000} s` }];
  }
  // A worker that answers joins by itself however long LiveKit is away; another one could do no better.
  if (!isReady) return actions;
  if (!isActive) actions.push({ type: 'mark_ready' });
  if (worker.signal !== stream.signal) actions.push({ type: 'record_signal' });
  if (!isDeepStrictEqual(worker.media, stream.media)) actions.push({ type: 'record_media' });
  return actions;
}

const lostReason = (how: string): string =>
  `The process that handles this stream ended unexpectedly (${how}) and is being started again.`;

const disconnectedReason = 'This stream lost its connection to the video room and is connecting again.';

const failedReason = ({ failures, lastFailure }: Supervised): string =>
  `This stream could not be kept running: its process failed ${failures} times in a row, at last with: ${lastFailure}. Press On to try again.`;
