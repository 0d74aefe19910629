import type { KnownText } from '@/lib/contracts/catalogue/catalogue';
import type { FoundProblem } from '@/lib/contracts/catalogue/found-problem';
import { reasonOf } from '@/lib/contracts/worker-failure';
import type { WorkerFailure, WorkerReport } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { Diagnosis } from '../diagnosis/diagnosis';
import { StreamVitals } from '../metrics/stream-vitals';
import type { EncoderRefusal } from '../refusals/srt-refusal';
import type { LeasedStream } from '../store/leased-stream';
import type { StreamRecords } from '../store/stream-records';
import { endReason, type PlannedStream } from './plan';
import { generationOf, newWorkerId } from './worker-id';
import { type Moment, WorkerRuntime } from './worker-runtime';

const restart = { firstMs: 100, capMs: 5_000 };
/** The failures of a worker that was ready for this long count from one again. */
const steadyAfterMs = 10_000;
/** A stream whose worker does not report is examined this often. */
const examinationIntervalMs = 1_000;

interface WorkerEnd {
  /** How it ended, by its driver. */
  how: string;
  /** The cause, as far as its driver sees it. */
  failure: WorkerFailure | null;
}

/**
 * One stream that this gateway runs, or ran a moment ago: its row, its worker, and the state of its camera. Only the
 * methods change it; each is named for an event.
 */
export class StreamRuntime implements PlannedStream {
  /** Since when this gateway holds the lease, by its clock. */
  readonly heldSinceMs: number;
  #stream: LeasedStream;
  #worker: WorkerRuntime | null = null;
  #isHeld = true;
  #failures = 0;
  #lastFailure: KnownText | null = null;
  #isFinal = false;
  #retryAtMs = 0;
  #vitals = new StreamVitals();
  #hasTotals = false;
  #diagnosis = new Diagnosis();
  #examinedAtMs = 0;

  constructor(stream: LeasedStream, heldSinceMs: number) {
    this.#stream = stream;
    this.heldSinceMs = heldSinceMs;
  }

  /** The stream's row at its last reading. */
  get stream(): LeasedStream {
    return this.#stream;
  }

  get worker(): WorkerRuntime | null {
    return this.#worker;
  }

  /** False where this gateway has lost the lease and only the worker is left to end. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Its camera sends a picture, by the worker's latest report. */
  get isLive(): boolean {
    return this.#vitals.report?.signal === 'live';
  }

  get failures(): number {
    return this.#failures;
  }

  get lastFailure(): KnownText | null {
    return this.#lastFailure;
  }

  get isFinal(): boolean {
    return this.#isFinal;
  }

  get retryAtMs(): number {
    return this.#retryAtMs;
  }

  get vitals(): StreamVitals {
    return this.#vitals;
  }

  /** The worker, where it is ready to receive. */
  get readyWorker(): WorkerRuntime | null {
    const worker = this.#worker;
    const isReady =
      worker?.phase === 'running' &&
      worker.notReadySinceMs === null &&
      !worker.stopping &&
      worker.generation === this.#stream.generation;
    return isReady ? worker : null;
  }

  /** Its worker listens, and no camera is there. */
  get isWaitingForCamera(): boolean {
    const worker = this.#worker;
    return this.#isHeld && worker?.notReadySinceMs === null && (worker.signal === 'none' || worker.signal === 'lost');
  }

  /** The leases were read. A lease that was lost in between is lost: another gateway may have adopted the worker. */
  leaseRead(heldSinceMs: number | null): void {
    this.#isHeld = heldSinceMs === this.heldSinceMs;
  }

  /** The row was read again. A new generation begins without failures and without a history. */
  rowRead(stream: LeasedStream): void {
    const isNewGeneration = stream.generation !== this.#stream.generation;
    this.#stream = stream;
    if (!isNewGeneration) return;
    this.#failures = 0;
    this.#lastFailure = null;
    this.#isFinal = false;
    this.#retryAtMs = 0;
    this.#vitals = new StreamVitals();
    this.#hasTotals = true;
    this.#diagnosis = new Diagnosis();
    this.#examinedAtMs = 0;
  }

  /** The stream was claimed. The worker that its row names may live. */
  claimed(moment: Moment): void {
    const recorded = this.#stream.worker;
    if (!recorded) return;
    const { workerId, node, address } = recorded;
    const { nowMs, workingMs } = moment;
    const generation = generationOf(workerId);
    this.#worker = new WorkerRuntime({ workerId, phase: 'found', generation, node, address, nowMs, workingMs });
  }

  /** The start of a new worker was queued. */
  queued(node: string, { nowMs, workingMs }: Moment): WorkerRuntime {
    const { id, generation } = this.#stream;
    const workerId = newWorkerId(id, generation);
    this.#worker = new WorkerRuntime({ workerId, phase: 'queued', generation, node, nowMs, workingMs });
    return this.#worker;
  }

  /** The found worker answered. */
  adopted(worker: WorkerRuntime, moment: Moment): void {
    const { signal, media, status } = this.#stream;
    worker.adopted({ signal, media, isReady: status === 'active' }, moment);
  }

  /** Its worker reported. @returns whether the report says something new, so that the reconciler may have to act */
  reported(worker: WorkerRuntime, report: WorkerReport, { nowMs, workingMs }: Moment): boolean {
    this.#vitals.receiveReport(report, nowMs);
    return worker.reported(report, workingMs);
  }

  /** A worker is gone, or its start is given up. @returns false where it no longer was this stream's */
  ended(worker: WorkerRuntime): boolean {
    if (this.#worker !== worker) return false;
    this.#worker = null;
    this.#vitals.workerEnded();
    worker.ended();
    return true;
  }

  /** A worker that nobody asked to end has ended. @returns how long the next one waits, in milliseconds */
  failed(worker: WorkerRuntime, { how, failure }: WorkerEnd, workingMs: number): number {
    const wasSteady = worker.readyAtMs !== null && workingMs - worker.readyAtMs > steadyAfterMs;
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    // A worker's own report is closer to the cause than its driver's view.
    const cause = worker.failure ?? failure;
    this.#lastFailure = worker.killReason ?? (cause ? reasonOf(cause) : endReason(how));
    this.#isFinal = cause?.retryable === false;
    const waitMs = wasSteady ? 0 : backoffMs(this.#failures - 1, restart);
    this.#retryAtMs = workingMs + waitMs;
    return waitMs;
  }

  /**
   * Reads the counts from before this gateway held the stream, once, so that its totals continue.
   * @param isAdopted the stream's worker goes on as well
   * @throws if Postgres cannot be reached
   */
  async continueTotals(records: Pick<StreamRecords, 'findSampleTotals'>, isAdopted: boolean): Promise<void> {
    if (this.#hasTotals) return;
    const vitals = this.#vitals;
    const totals = await records.findSampleTotals(this.#stream.id);
    this.#hasTotals = true;
    if (totals) vitals.continueFrom(totals, isAdopted);
  }

  /** An encoder was refused. @param nowMs milliseconds since 1970 */
  encoderRefused(refusal: EncoderRefusal, nowMs: number): void {
    this.#diagnosis.noteRefusal(refusal, nowMs);
  }

  /** Whether it was last examined a second ago or more. @param nowMs milliseconds since 1970 */
  isDue(nowMs: number): boolean {
    return nowMs - this.#examinedAtMs >= examinationIntervalMs;
  }

  /** To be called with each report, and when it is due. @param nowMs milliseconds since 1970 @returns the findings */
  examine(nowMs: number): FoundProblem[] {
    this.#examinedAtMs = nowMs;
    const { latency, lostAt, alarms, alarmsMutedUntil, sourceKind, spare } = this.#stream;
    const { report, link } = this.#vitals;
    const isQuiet = alarmsMutedUntil !== null && alarmsMutedUntil.getTime() > nowMs;
    return this.#diagnosis.examine({ report, link, latency, lostAt, alarms, isQuiet, sourceKind, spare }, nowMs);
  }

  /** The row has these findings from now on. Holds until the row is read again. */
  findingsRecorded(stream: LeasedStream, findings: FoundProblem[]): void {
    stream.findings = findings;
  }
}
