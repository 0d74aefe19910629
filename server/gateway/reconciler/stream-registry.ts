import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { log } from '@/lib/platform/log';
import { Diagnosis } from '../diagnosis/diagnosis';
import type { StreamVitals } from '../metrics/stream-vitals';
import { recordRefusalFindings } from '../refusals/refusal-findings';
import type { EncoderRefusal } from '../refusals/srt-refusal';
import type { KeyKind } from '../srt/srt-route';
import type { LeasedStream } from '../store/leased-stream';
import { StreamRuntime } from './stream-runtime';
import { prefixOf, workerIdPrefix } from './worker-id';
import type { WorkerRuntime } from './worker-runtime';

/** The stream of a caller's key. */
interface HeldStream {
  stream: LeasedStream;
  keyKind: KeyKind;
  ready: WorkerRuntime | null;
}

/** The streams that this gateway runs, and their workers. */
export class StreamRegistry {
  readonly #streams = new Map<string, StreamRuntime>();
  /** By stream key and by view key: every camera that calls is looked up. */
  readonly #byKey = new Map<string, StreamRuntime>();
  /** By how the ids of their workers begin: every report is looked up. Two streams may share a beginning. */
  readonly #byWorkerPrefix = new Map<string, StreamRuntime[]>();
  readonly #reported = new Set<StreamRuntime>();

  get(streamId: string): StreamRuntime | undefined {
    return this.#streams.get(streamId);
  }

  values(): StreamRuntime[] {
    return [...this.#streams.values()];
  }

  /** The worker of this stream has reported. */
  noteReport(runtime: StreamRuntime): void {
    this.#reported.add(runtime);
  }

  /** The streams whose workers have reported since the last call. */
  takeReported(): StreamRuntime[] {
    const reported = [...this.#reported];
    this.#reported.clear();
    return reported;
  }

  add(stream: LeasedStream, heldSinceMs: number): StreamRuntime {
    const runtime = new StreamRuntime(stream, heldSinceMs);
    this.#streams.set(stream.id, runtime);
    this.#addKeys(runtime);
    const prefix = workerIdPrefix(stream.id);
    this.#byWorkerPrefix.set(prefix, [...(this.#byWorkerPrefix.get(prefix) ?? []), runtime]);
    return runtime;
  }

  /** Notes what the stream's row says now. */
  update(runtime: StreamRuntime, stream: LeasedStream): void {
    this.#deleteKeys(runtime);
    runtime.rowRead(stream);
    this.#addKeys(runtime);
  }

  delete(streamId: string): void {
    const runtime = this.#streams.get(streamId);
    if (!runtime) return;
    this.#streams.delete(streamId);
    this.#reported.delete(runtime);
    this.#deleteKeys(runtime);
    const prefix = workerIdPrefix(streamId);
    const others = this.#byWorkerPrefix.get(prefix)?.filter((other) => other !== runtime) ?? [];
    if (others.length > 0) this.#byWorkerPrefix.set(prefix, others);
    else this.#byWorkerPrefix.delete(prefix);
  }

  /** The held stream of this stream key or view key, with its worker where that is ready to receive. */
  findByKey(key: string): HeldStream | null {
    const runtime = this.#byKey.get(key);
    if (!runtime?.isHeld) return null;
    const { stream, readyWorker } = runtime;
    return { stream, keyKind: stream.viewKey === key ? 'view' : 'stream', ready: readyWorker };
  }

  findWorker(workerId: string): { runtime: StreamRuntime; worker: WorkerRuntime } | null {
    for (const runtime of this.#byWorkerPrefix.get(prefixOf(workerId)) ?? []) {
      if (runtime.worker?.workerId === workerId) return { runtime, worker: runtime.worker };
    }
    return null;
  }

  #addKeys(runtime: StreamRuntime): void {
    for (const key of [runtime.stream.streamKey, runtime.stream.viewKey]) this.#byKey.set(key, runtime);
  }

  #deleteKeys(runtime: StreamRuntime): void {
    for (const key of [runtime.stream.streamKey, runtime.stream.viewKey]) {
      if (this.#byKey.get(key) === runtime) this.#byKey.delete(key);
    }
  }

  /** The latest facts of a stream that this gateway runs; null for any other. */
  findVitals(streamId: string): StreamVitals | null {
    return this.#streams.get(streamId)?.vitals ?? null;
  }

  /**
   * Shows a refused encoder that named no stream to the users whose cameras wait for one. Shows it to nobody where
   * these belong to several organizations, because it may be a stranger's.
   */
  noteUnnamedRefusal(refusal: EncoderRefusal): void {
    const nowMs = Date.now();
    const waiting = this.values().filter(({ isWaitingForCamera }) => isWaitingForCamera);
    if (new Set(waiting.map(({ stream }) => stream.organizationId)).size !== 1) return;
    for (const camera of waiting) camera.encoderRefused(refusal, nowMs);
  }

  /** Shows a refused encoder to the users of its stream, also where the stream is off. */
  noteRefusal(streamId: string, refusal: EncoderRefusal): void {
    const nowMs = Date.now();
    const runtime = this.#streams.get(streamId);
    if (runtime) {
      runtime.encoderRefused(refusal, nowMs);
      return;
    }
    const diagnosis = new Diagnosis();
    diagnosis.noteRefusal(refusal, nowMs);
    recordRefusalFindings(
      streamId,
      diagnosis.examine(
        {
          report: null,
          link: null,
          latency: null,
          lostAt: null,
          alarms: defaultAlarms,
          isQuiet: false,
          sourceKind: 'srt',
          spare: null,
        },
        nowMs,
      ),
    ).catch((error: unknown) => log.warn({ err: error, streamId, refusal }, 'reconciler: cannot record a refusal'));
  }
}
