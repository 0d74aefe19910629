import type { z } from 'zod';
import { sourceKinds } from '@/lib/contracts/source-kinds';
import type { ShareRoom, SpareTask, WorkerReport, workerPermitSchema } from '@/lib/contracts/worker-protocol';
import { destinationsFor } from '../destinations/destinations-for';
import type { RecordingFolders } from '../recordings/recording-folders';
import type { LeasedStream } from '../store/leased-stream';
import type { Clock, WorkingClock } from '../time/clock';
import { relayedFeedOf } from '../worker-control/relayed-feed';
import type { WorkerTokens } from '../worker-control/worker-control';
import type { LeaseHolder } from './leases/lease-holder';
import type { StreamRegistry } from './stream-registry';
import type { StreamRuntime } from './stream-runtime';
import type { WorkerRuntime } from './worker-runtime';

export type WorkerPermit = z.infer<typeof workerPermitSchema>;

export interface WorkerReportsOptions {
  registry: StreamRegistry;
  leases: LeaseHolder;
  clock: Clock;
  workingClock: WorkingClock;
  recordings: Pick<RecordingFolders, 'taskFor'>;
  workerTokens: WorkerTokens;
  /** A report differs from the one before: the reconciler may have to act. */
  onChange(): void;
}

/**
 * `dismissed`: the worker must end at once. `unknown`: the gateway cannot tell at the moment, and the worker may ask
 * again.
 */
export type NoPermit = 'dismissed' | 'unknown';

/** Receives the workers' reports and answers each with a permit. */
export class WorkerReports {
  readonly #options: WorkerReportsOptions;

  constructor(options: WorkerReportsOptions) {
    this.#options = options;
  }

  /** The worker of this id, where it may act for its stream. */
  find(workerId: string): { runtime: StreamRuntime; worker: WorkerRuntime } | NoPermit {
    const { registry, leases, workingClock } = this.#options;
    const found = registry.findWorker(workerId);
    if (!found) {
      // The worker of a stream claimed a moment ago may still be adopted.
      const isExpected = leases.streams.some(
        (stream) => stream.worker?.workerId === workerId && registry.get(stream.id) === undefined,
      );
      return leases.isFresh && !isExpected ? 'dismissed' : 'unknown';
    }
    const { runtime, worker } = found;
    const permitMs = leases.permitMs(runtime.stream.id);
    if (worker.stopping || permitMs === 'lost') {
      worker.dismissed();
      return 'dismissed';
    }
    if (permitMs !== null) return found;
    // It lives: what cannot be told is whose it is.
    worker.answered(workingClock.nowMs());
    return 'unknown';
  }

  /** The id of the stream that a worker runs, or has just stopped running; null where this gateway does not hold it. */
  streamOf(workerId: string): string | null {
    return this.#options.registry.findWorker(workerId)?.runtime.stream.id ?? null;
  }

  answer(workerId: string, report: WorkerReport): WorkerPermit | NoPermit {
    const { registry, leases, clock, workingClock, recordings, workerTokens, onChange } = this.#options;
    const found = this.find(workerId);
    if (typeof found === 'string') return found;
    const { runtime, worker } = found;
    if (report.generation !== worker.generation) return 'dismissed';
    const validForMs = leases.permitMs(runtime.stream.id);
    if (typeof validForMs !== 'number') return 'unknown';
    const nowMs = clock.nowMs();
    worker.permitted(nowMs + validForMs);
    const isNews = runtime.reported(worker, report, { nowMs, workingMs: workingClock.nowMs() });
    registry.noteReport(runtime);
    if (isNews) onChange();
    const { sourceKind, program, audioTrack, audioDelayMs, recordingId, playersDelayMs } = runtime.stream;
    const { srtLatencyMs = null, sender = null } = runtime.vitals.link ?? {};
    return {
      validForMs,
      shareRooms: openShareRooms(runtime),
      srtLatencyMs,
      sender,
      choice: { program, audioTrack },
      // Pages get a phone's sound from the phone itself, and nothing may differ from them.
      audioDelayMs: sourceKinds[sourceKind].workerSource === 'room' ? 0 : audioDelayMs,
      playersDelayMs,
      recording: recordings.taskFor(recordingId),
      spare: spareTaskOf(runtime.stream, workerTokens),
      destinations: { ...destinationsFor(runtime.stream), slate: runtime.stream.eventName },
    };
  }
}

function spareTaskOf(
  { sourceKind, spare }: Pick<LeasedStream, 'sourceKind' | 'spare'>,
  workerTokens: WorkerTokens,
): SpareTask | null {
  if (!spare || !sourceKinds[sourceKind].canHaveSpare) return null;
  const { worker, afterMs, returns, asked, ...camera } = spare;
  const feed = worker && relayedFeedOf(Object.assign(camera, worker), workerTokens);
  return { feed, afterMs, returns, asked: asked ?? undefined };
}

/** The rooms of share links that the camera of a stream belongs in now. */
export function openShareRooms({ stream }: Pick<StreamRuntime, 'stream'>): ShareRoom[] {
  return stream.shareLinks
    .filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now())
    .map(({ linkId, canHear }) => ({ linkId, canHear }));
}
