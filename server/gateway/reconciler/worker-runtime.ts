import { isDeepStrictEqual } from 'node:util';
import type { KnownText } from '@/lib/contracts/catalogue/catalogue';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { StreamSignal } from '@/lib/contracts/streams';
import {
  firstPermitMs,
  type WorkerAddress,
  type WorkerFailure,
  type WorkerReport,
} from '@/lib/contracts/worker-protocol';
import type { PlannedWorker } from './plan';

/** One moment by both clocks. */
export interface Moment {
  /** By the gateway's clock, which permits use. */
  nowMs: number;
  /** By the {@link WorkingClock}, which silence is measured by. */
  workingMs: number;
}

interface NewWorker extends Moment {
  workerId: string;
  phase: 'found' | 'queued';
  generation: number;
  node: string | null;
  address?: WorkerAddress | null;
}

/** The stream's row, as far as it concerns a worker that is adopted. */
interface Adopted {
  signal: StreamSignal;
  media: StreamMedia | null;
  /** The worker was ready for its previous gateway. */
  isReady: boolean;
}

/** One worker, as its gateway knows it. Only the methods change it; each is named for what happened. */
export class WorkerRuntime implements PlannedWorker {
  readonly workerId: string;
  readonly generation: number;
  /** Where it runs; see WorkerDriver. */
  readonly node: string | null;
  #phase: PlannedWorker['phase'];
  #address: WorkerAddress | null;
  #notReadySinceMs: number | null;
  #lastReportAtMs: number;
  #lastAnswerAtMs = Number.NEGATIVE_INFINITY;
  #waitedMs = 0;
  #readyAtMs: number | null = null;
  #signal: StreamSignal = 'none';
  #media: StreamMedia | null = null;
  #stopping = false;
  #failure: WorkerFailure | null = null;
  #killReason: KnownText | null = null;
  #permittedUntilMs: number;
  #wasDismissed = false;
  #isContacted = false;
  #endStartTurn: () => void = () => undefined;

  constructor({ workerId, phase, generation, node, address = null, nowMs, workingMs }: NewWorker) {
    this.workerId = workerId;
    this.generation = generation;
    this.node = node;
    this.#phase = phase;
    this.#address = address;
    this.#notReadySinceMs = workingMs;
    this.#lastReportAtMs = workingMs;
    this.#permittedUntilMs = nowMs + firstPermitMs;
  }

  get phase(): PlannedWorker['phase'] {
    return this.#phase;
  }

  get address(): WorkerAddress | null {
    return this.#address;
  }

  get notReadySinceMs(): number | null {
    return this.#notReadySinceMs;
  }

  get lastReportAtMs(): number {
    return this.#lastReportAtMs;
  }

  get lastAnswerAtMs(): number {
    return this.#lastAnswerAtMs;
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Since when it has been ready, by the {@link WorkingClock}; null while it is not. */
  get readyAtMs(): number | null {
    return this.#readyAtMs;
  }

  get signal(): StreamSignal {
    return this.#signal;
  }

  get media(): StreamMedia | null {
    return this.#media;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** The failure it reports before it exits by itself. */
  get failure(): WorkerFailure | null {
    return this.#failure;
  }

  /** Why the reconciler ended it. */
  get killReason(): KnownText | null {
    return this.#killReason;
  }

  /** By this gateway's clock: the worker may run until then without another answer. */
  get permittedUntilMs(): number {
    return this.#permittedUntilMs;
  }

  /** An answer to one of its reports dismissed it. */
  get wasDismissed(): boolean {
    return this.#wasDismissed;
  }

  /** This gateway is asking it to report here. */
  get isContacted(): boolean {
    return this.#isContacted;
  }

  /** Something of it may be there. */
  get isStarted(): boolean {
    return this.#phase === 'starting' || this.#phase === 'running';
  }

  /** The gateway began to ask it to report here. */
  contacted(): void {
    this.#isContacted = true;
  }

  /** It lives, though no report of it counts. */
  answered(workingMs: number): void {
    this.#lastAnswerAtMs = workingMs;
  }

  /** It may be asked again. */
  contactEnded(): void {
    this.#isContacted = false;
  }

  /** It answered and reports here from now on. */
  adopted({ signal, media, isReady }: Adopted, { nowMs, workingMs }: Moment): void {
    this.#phase = 'running';
    this.#lastReportAtMs = workingMs;
    this.#permittedUntilMs = nowMs + firstPermitMs;
    this.#signal = signal;
    this.#media = media;
    if (!isReady) return;
    this.#notReadySinceMs = null;
    this.#readyAtMs = workingMs;
  }

  /** Its driver starts it. @returns what settles when the next worker of the queue may start: it is ready, or has ended */
  starting(): Promise<void> {
    this.#phase = 'starting';
    return new Promise((resolve) => {
      this.#endStartTurn = resolve;
    });
  }

  /** Its driver has started it. A first report may have been faster. */
  started(address: WorkerAddress | null, { nowMs, workingMs }: Moment): void {
    this.#address = address;
    if (this.#phase !== 'starting') return;
    this.#phase = 'running';
    this.#lastReportAtMs = workingMs;
    this.#notReadySinceMs = workingMs;
    this.#permittedUntilMs = nowMs + firstPermitMs;
  }

  /** @returns whether the report says something new, so that the reconciler may have to act */
  reported({ ready, signal, media, failed }: WorkerReport, workingMs: number): boolean {
    const isNews =
      // A worker reports before it counts as running where its answer to this gateway's contact was lost.
      this.#phase !== 'running' ||
      ready === (this.#notReadySinceMs !== null) ||
      signal !== this.#signal ||
      !isDeepStrictEqual(media, this.#media);
    this.#phase = 'running';
    this.#lastReportAtMs = workingMs;
    this.#readyAtMs = ready ? (this.#readyAtMs ?? workingMs) : null;
    this.#notReadySinceMs = ready ? null : (this.#notReadySinceMs ?? workingMs);
    this.#signal = signal;
    this.#media = media;
    this.#failure = failed;
    if (ready) this.#endStartTurn();
    return isNews;
  }

  /** It may run until then without another answer. */
  permitted(untilMs: number): void {
    this.#permittedUntilMs = untilMs;
  }

  /** An answer told it to end. */
  dismissed(): void {
    this.#wasDismissed = true;
  }

  /** How much of its silence it has waited for a processor. */
  waited(waitedMs: number): void {
    this.#waitedMs = waitedMs;
  }

  /** It is asked to end. @param reason null where the user asked for it */
  stopRequested(reason: KnownText | null): void {
    this.#stopping = true;
    this.#killReason = reason;
  }

  /** It is gone. */
  ended(): void {
    this.#endStartTurn();
  }
}
