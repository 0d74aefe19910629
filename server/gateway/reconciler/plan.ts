import { isDeepStrictEqual } from 'node:util';
import type { KnownText } from '@/lib/contracts/catalogue/catalogue';
import type { WorkerAddress } from '@/lib/contracts/worker-protocol';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { LeasedStream } from '../store/leased-stream';

/** The reconciler's knowledge of one stream's worker. Times are those of its {@link WorkingClock}. */
export interface PlannedWorker {
  readonly workerId: string;
  /**
   * `found`: the row names it, and it is unknown whether it lives; `queued`: it waits for its start; `starting`: its
   * driver starts it, and decides how long that may take; `running`: it is started or adopted.
   */
  readonly phase: 'found' | 'queued' | 'starting' | 'running';
  readonly generation: number;
  /** Null while it is being started. */
  readonly address: WorkerAddress | null;
  /** Null while it is ready: it listens for SRT and is in the room. */
  readonly notReadySinceMs: number | null;
  readonly lastReportAtMs: number;
  /** When it last showed that it lives, without a report that counts: by an answer, or while its lease was unknown. */
  readonly lastAnswerAtMs: number;
  /** How much of the time since its last report it has waited for a processor. */
  readonly waitedMs: number;
  readonly signal: LeasedStream['signal'];
  readonly media: LeasedStream['media'];
  /** It is asked to end. */
  readonly stopping: boolean;
}

/** A stream that the reconciler handles, or handled a moment ago. */
export interface PlannedStream {
  readonly worker: PlannedWorker | null;
  /** The number of workers in a row that ended before they were steady. */
  readonly failures: number;
  /** Why the last of them ended; null before the first failure. */
  readonly lastFailure: KnownText | null;
  /** The last of them reported a failure that no restart can fix. */
  readonly isFinal: boolean;
  /** No new worker before this. */
  readonly retryAtMs: number;
}

export type Action =
  | { type: 'contact_worker' }
  | { type: 'ask_worker' }
  | { type: 'start_worker' }
  | { type: 'stop_worker' }
  | { type: 'kill_worker'; reason: KnownText }
  | { type: 'mark_claimed' }
  | { type: 'mark_ready' }
  | { type: 'mark_lost'; reason: KnownText }
  | { type: 'mark_failed'; reason: KnownText }
  | { type: 'mark_stopped' }
  | { type: 'record_worker' }
  | { type: 'record_signal' }
  | { type: 'record_media' };

export interface PlanLimits {
  /** Time for the first report of a worker, and for each further one until it is ready. */
  startWithinMs: number;
  reportWithinMs: number;
  maxFailures: number;
}

/** A worker in a loop without end waits for processors, too. */
const maxWaitMs = 30_000;

export const defaultLimits: PlanLimits = { startWithinMs: 15_000, reportWithinMs: 5_000, maxFailures: 10 };

/**
 * The actions that make the worker of one stream match its row in Postgres, in order. Decides from the present state,
 * never from past messages, so a failed or missed action comes again with the next call.
 * @param stream as this gateway's lease shows it; null without a lease: the stream is deleted, has ended, or belongs to
 * another gateway
 */
export function plan(
  stream: LeasedStream | null,
  known: PlannedStream | undefined,
  nowMs: number,
  limits: PlanLimits = defaultLimits,
): Action[] {
  const worker = known?.worker;
  // Until the contact tells whether the worker lives, nothing else is possible, not even a stop.
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
  const failure = known?.lastFailure ?? null;
  if (known && failure !== null && known.isFinal) return [{ type: 'mark_failed', reason: failure }];
  const actions: Action[] = [];
  if (status === 'active') {
    actions.push(
      failure === null
        ? { type: 'mark_claimed' }
        : { type: 'mark_lost', reason: { code: 'restarting', figures: { failure } } },
    );
  }
  if (known && failure !== null && known.failures >= maxFailures) {
    const { failures } = known;
    actions.push({ type: 'mark_failed', reason: { code: 'failed_repeatedly', figures: { failures, failure } } });
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
  if (worker.phase === 'queued' || worker.phase === 'starting') return [];
  const actions: Action[] = [];
  const isActive = stream.status === 'active';
  const isReady = worker.notReadySinceMs === null;
  if (!isReady && isActive) actions.push({ type: 'mark_lost', reason: { code: 'room_disconnected', figures: {} } });
  const answerWithinMs = isReady ? reportWithinMs : startWithinMs;
  // On a machine that is too busy for it, another start would take even more of the processors.
  const waitedMs = Math.min(worker.waitedMs, maxWaitMs);
  const silentMs = nowMs - Math.max(worker.lastReportAtMs, worker.lastAnswerAtMs);
  if (silentMs - waitedMs > answerWithinMs) {
    const figures = { seconds: answerWithinMs / 1000 };
    return [...actions, { type: 'kill_worker', reason: { code: 'process_silent', figures } }];
  }
  // One whose reports get lost passes its camera on all the same: what tells it from one that hangs is its own answer.
  if (worker.address && silentMs > answerWithinMs / 2) actions.push({ type: 'ask_worker' });
  if (worker.address && !isRecorded(stream, worker)) actions.push({ type: 'record_worker' });
  // A worker that reports joins by itself however long LiveKit is away; a restart would not help.
  if (!isReady) return actions;
  if (!isActive) actions.push({ type: 'mark_ready' });
  if (worker.signal !== stream.signal) actions.push({ type: 'record_signal' });
  if (!isDeepStrictEqual(worker.media, stream.media)) actions.push({ type: 'record_media' });
  return actions;
}

const isRecorded = (stream: LeasedStream, { workerId }: PlannedWorker): boolean =>
  stream.worker?.workerId === workerId && stream.worker.address !== null;

/**
 * Ends that V8, C++ and codecs cause when memory runs out; see the worker protocol. An exit code is 128 plus the
 * signal's number. Kubernetes reports OOMKilled for a container beyond its limit.
 */
const outOfMemoryEnds = ['OOMKilled', 'signal SIGABRT', 'signal SIGTRAP', 'exit code 134', 'exit code 133'];
const codecEnds = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE'].map((signal) => `signal ${signal}`);

/** The reason of a worker that ends without a report. @param how it ended, by its driver */
export function endReason(how: string): KnownText {
  if (outOfMemoryEnds.includes(how)) return { code: 'process_out_of_memory', figures: {} };
  return { code: codecEnds.includes(how) ? 'codec_failed' : 'process_ended', figures: {} };
}
