import type { WorkerFailure } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import { Doctor } from '../doctor/doctor';
import type { EncoderRefusal } from '../doctor/facts';
import { StreamVitals } from '../metrics/stream-vitals';
import type { LeasedStream } from '../store/leased-stream';
import { recordRefusalFindings } from '../store/record-refusal-findings';
import type { PlannedStream, PlannedWorker } from './plan';

export interface KnownWorker extends PlannedWorker {
  /** Where it runs; see WorkerDriver. */
  node: string | null;
  readyAtMs: number | null;
  /** What it has said before it ends by itself. */
  failure: WorkerFailure | null;
  /** Why the reconciler ended it, as a sentence for the user. */
  killReason: string | null;
  /** By this gateway's clock: until then it may run without another word. */
  permittedUntilMs: number;
  /** It has been answered that it is to end. */
  wasDismissed: boolean;
  /** This gateway is asking it whether it lives. */
  isContacted: boolean;
  /** It has reported for the first time, or has ended. */
  onHeard(): void;
}

export interface KnownStream extends PlannedStream {
  stream: LeasedStream;
  worker: KnownWorker | null;
  /** False where only its worker is left to be ended. */
  isHeld: boolean;
  /** Since when this gateway holds it, by its clock. */
  heldSinceMs: number;
  vitals: StreamVitals;
  /** What was counted before this gateway came to hold it has been asked for. */
  hasTotals: boolean;
  doctor: Doctor;
}

/** The streams that this gateway runs, and their workers. */
export class StreamRegistry {
  readonly #streams = new Map<string, KnownStream>();

  get(streamId: string): KnownStream | undefined {
    return this.#streams.get(streamId);
  }

  values(): KnownStream[] {
    return [...this.#streams.values()];
  }

  add(stream: LeasedStream, heldSinceMs: number): KnownStream {
    const known: KnownStream = {
      stream,
      worker: null,
      isHeld: true,
      heldSinceMs,
      failures: 0,
      lastFailure: null,
      isHopeless: false,
      retryAtMs: 0,
      vitals: new StreamVitals(),
      hasTotals: false,
      doctor: new Doctor(),
    };
    this.#streams.set(stream.id, known);
    return known;
  }

  delete(streamId: string): void {
    this.#streams.delete(streamId);
  }

  /** The stream of this key, if this gateway runs it, with its worker if that is ready to receive. */
  findByKey(streamKey: string): { stream: LeasedStream; ready: KnownWorker | null } | null {
    const known = this.values().find(({ stream, isHeld }) => isHeld && stream.streamKey === streamKey);
    if (!known) return null;
    const { stream, worker } = known;
    const isReady =
      worker?.phase === 'running' &&
      worker.notReadySinceMs === null &&
      !worker.stopping &&
      worker.generation === stream.generation;
    return { stream, ready: isReady ? worker : null };
  }

  findWorker(workerId: string): { known: KnownStream; worker: KnownWorker } | null {
    for (const known of this.#streams.values()) {
      if (known.worker?.workerId === workerId) return { known, worker: known.worker };
    }
    return null;
  }

  /** The latest facts of a stream that this gateway runs; null of any other. */
  findVitals(streamId: string): StreamVitals | null {
    return this.#streams.get(streamId)?.vitals ?? null;
  }

  /** An encoder was refused: the users of the stream hear of it, also where the stream is off. */
  noteRefusal(streamId: string, refusal: EncoderRefusal): void {
    const nowMs = Date.now();
    const known = this.#streams.get(streamId);
    const doctor = known?.doctor ?? new Doctor();
    doctor.noteRefusal(refusal, nowMs);
    if (known) return;
    recordRefusalFindings(streamId, doctor.examine({ report: null, link: null }, nowMs)).catch((error: unknown) =>
      log.warn({ err: error, streamId, refusal }, 'reconciler: a refusal is not shown'),
    );
  }
}
