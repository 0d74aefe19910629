import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { log } from '@/lib/platform/log';
import { Doctor } from '../doctor/doctor';
import type { EncoderRefusal } from '../doctor/facts';
import { StreamVitals } from '../metrics/stream-vitals';
import type { SrtDirection } from '../srt-router/srt-route';
import type { LeasedStream } from '../store/leased-stream';
import { recordRefusalFindings } from '../store/record-refusal-findings';
import type { StreamRecords } from '../store/stream-records';
import { type KnownWorker, prefixOf, workerIdPrefix } from './known-worker';
import type { PlannedStream } from './plan';

export interface KnownStream extends PlannedStream {
  stream: LeasedStream;
  worker: KnownWorker | null;
  /** False where this gateway has lost the lease and only the worker is left to end. */
  isHeld: boolean;
  /** Since when this gateway holds the lease, by its clock. */
  heldSinceMs: number;
  vitals: StreamVitals;
  /** The totals from before this gateway held it have been read. */
  hasTotals: boolean;
  doctor: Doctor;
}

/** What a caller's key opens. */
interface HeldStream {
  stream: LeasedStream;
  keyOpens: SrtDirection;
  ready: KnownWorker | null;
}

/**
 * Reads once what was counted of a stream before this gateway held it, so that its totals go on from there.
 * @param isAdopted the stream's worker goes on as well
 * @throws if Postgres cannot be reached
 */
export async function continueTotals(known: KnownStream, records: StreamRecords, isAdopted: boolean): Promise<void> {
  if (known.hasTotals) return;
  const { vitals, stream } = known;
  const totals = await records.findSampleTotals(stream.id);
  known.hasTotals = true;
  if (totals) vitals.continueFrom(totals, isAdopted);
}

/** The streams that this gateway runs, and their workers. */
export class StreamRegistry {
  readonly #streams = new Map<string, KnownStream>();
  /** By stream key and by view key: every camera that calls is looked up. */
  readonly #byKey = new Map<string, KnownStream>();
  /** By how the ids of their workers begin: every report is looked up. Two streams may share a beginning. */
  readonly #byWorkerPrefix = new Map<string, KnownStream[]>();
  readonly #reported = new Set<KnownStream>();

  get(streamId: string): KnownStream | undefined {
    return this.#streams.get(streamId);
  }

  values(): KnownStream[] {
    return [...this.#streams.values()];
  }

  /** The worker of this stream has reported. */
  noteReport(known: KnownStream): void {
    this.#reported.add(known);
  }

  /** The streams whose workers have reported since the last call. */
  takeReported(): KnownStream[] {
    const reported = [...this.#reported];
    this.#reported.clear();
    return reported;
  }

  add(stream: LeasedStream, heldSinceMs: number): KnownStream {
    const known: KnownStream = {
      stream,
      worker: null,
      isHeld: true,
      heldSinceMs,
      failures: 0,
      lastFailure: null,
      isFinal: false,
      retryAtMs: 0,
      vitals: new StreamVitals(),
      hasTotals: false,
      doctor: new Doctor(),
    };
    this.#streams.set(stream.id, known);
    this.#addKeys(known);
    const prefix = workerIdPrefix(stream.id);
    this.#byWorkerPrefix.set(prefix, [...(this.#byWorkerPrefix.get(prefix) ?? []), known]);
    return known;
  }

  /** Notes what the stream's row says now. */
  update(known: KnownStream, stream: LeasedStream): void {
    this.#deleteKeys(known);
    known.stream = stream;
    this.#addKeys(known);
  }

  delete(streamId: string): void {
    const known = this.#streams.get(streamId);
    if (!known) return;
    this.#streams.delete(streamId);
    this.#reported.delete(known);
    this.#deleteKeys(known);
    const prefix = workerIdPrefix(streamId);
    const others = this.#byWorkerPrefix.get(prefix)?.filter((other) => other !== known) ?? [];
    if (others.length > 0) this.#byWorkerPrefix.set(prefix, others);
    else this.#byWorkerPrefix.delete(prefix);
  }

  /** The held stream of this stream key or view key, with its worker where that is ready to receive. */
  findByKey(key: string): HeldStream | null {
    const known = this.#byKey.get(key);
    if (!known?.isHeld) return null;
    const { stream, worker } = known;
    const isReady =
      worker?.phase === 'running' &&
      worker.notReadySinceMs === null &&
      !worker.stopping &&
      worker.generation === stream.generation;
    return { stream, keyOpens: stream.viewKey === key ? 'view' : 'ingest', ready: isReady ? worker : null };
  }

  findWorker(workerId: string): { known: KnownStream; worker: KnownWorker } | null {
    for (const known of this.#byWorkerPrefix.get(prefixOf(workerId)) ?? []) {
      if (known.worker?.workerId === workerId) return { known, worker: known.worker };
    }
    return null;
  }

  #addKeys(known: KnownStream): void {
    for (const key of [known.stream.streamKey, known.stream.viewKey]) this.#byKey.set(key, known);
  }

  #deleteKeys(known: KnownStream): void {
    for (const key of [known.stream.streamKey, known.stream.viewKey]) {
      if (this.#byKey.get(key) === known) this.#byKey.delete(key);
    }
  }

  /** The latest facts of a stream that this gateway runs; null for any other. */
  findVitals(streamId: string): StreamVitals | null {
    return this.#streams.get(streamId)?.vitals ?? null;
  }

  /**
   * Shows a refused encoder that named no stream to the users whose cameras wait for one; to nobody where these belong to
   * several organizations, because it may be a stranger's.
   */
  noteUnnamedRefusal(refusal: EncoderRefusal): void {
    const nowMs = Date.now();
    const waiting = this.values().filter(
      ({ isHeld, worker }) =>
        isHeld && worker?.notReadySinceMs === null && (worker.signal === 'none' || worker.signal === 'lost'),
    );
    if (new Set(waiting.map(({ stream }) => stream.organizationId)).size !== 1) return;
    for (const { doctor } of waiting) doctor.noteRefusal(refusal, nowMs);
  }

  /** Shows a refused encoder to the users of its stream, also where the stream is off. */
  noteRefusal(streamId: string, refusal: EncoderRefusal): void {
    const nowMs = Date.now();
    const known = this.#streams.get(streamId);
    const doctor = known?.doctor ?? new Doctor();
    doctor.noteRefusal(refusal, nowMs);
    if (known) return;
    recordRefusalFindings(
      streamId,
      doctor.examine({ report: null, link: null, latency: null, lostAt: null, alarms: defaultAlarms }, nowMs),
    ).catch((error: unknown) => log.warn({ err: error, streamId, refusal }, 'reconciler: cannot record a refusal'));
  }
}
