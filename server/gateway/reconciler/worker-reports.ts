import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { ShareRoom, WorkerReport, workerPermitSchema } from '@/lib/contracts/worker-protocol';
import type { Clock } from '../time/clock';
import type { WorkingClock } from '../time/working-clock';
import type { KnownWorker } from './known-worker';
import type { LeaseHolder } from './leases/lease-holder';
import type { KnownStream, StreamRegistry } from './stream-registry';

export type WorkerPermit = z.infer<typeof workerPermitSchema>;

export interface WorkerReportsOptions {
  registry: StreamRegistry;
  leases: LeaseHolder;
  clock: Clock;
  workingClock: WorkingClock;
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
  find(workerId: string): { known: KnownStream; worker: KnownWorker } | NoPermit {
    const { registry, leases } = this.#options;
    const found = registry.findWorker(workerId);
    if (!found) {
      // The worker of a stream claimed a moment ago may still be adopted.
      const isExpected = leases.streams.some(
        (stream) => stream.worker?.workerId === workerId && registry.get(stream.id) === undefined,
      );
      return leases.isFresh && !isExpected ? 'dismissed' : 'unknown';
    }
    const { known, worker } = found;
    const permitMs = leases.permitMs(known.stream.id);
    if (worker.stopping || permitMs === 'lost') {
      worker.wasDismissed = true;
      return 'dismissed';
    }
    return permitMs === null ? 'unknown' : found;
  }

  answer(workerId: string, report: WorkerReport): WorkerPermit | NoPermit {
    const { leases, clock } = this.#options;
    const found = this.find(workerId);
    if (typeof found === 'string') return found;
    const { known, worker } = found;
    if (report.generation !== worker.generation) return 'dismissed';
    const validForMs = leases.permitMs(known.stream.id);
    if (typeof validForMs !== 'number') return 'unknown';
    worker.permittedUntilMs = clock.nowMs() + validForMs;
    this.#receive(known, worker, report);
    const { program, audioTrack } = known.stream;
    const srtLatencyMs = known.vitals.link?.srtLatencyMs ?? null;
    return { validForMs, shareRooms: openShareRooms(known), srtLatencyMs, choice: { program, audioTrack } };
  }

  #receive(known: KnownStream, worker: KnownWorker, report: WorkerReport): void {
    const nowMs = this.#options.workingClock.nowMs();
    const hasChanged =
      // A worker reports before it counts as running where its answer to this gateway's contact was lost.
      worker.phase !== 'running' ||
      report.ready === (worker.notReadySinceMs !== null) ||
      report.signal !== worker.signal ||
      !isDeepStrictEqual(report.media, worker.media);
    worker.phase = 'running';
    worker.lastReportAtMs = nowMs;
    if (report.ready) {
      worker.readyAtMs ??= nowMs;
      worker.notReadySinceMs = null;
    } else {
      worker.readyAtMs = null;
      worker.notReadySinceMs ??= nowMs;
    }
    worker.signal = report.signal;
    worker.media = report.media;
    worker.failure = report.failed;
    known.vitals.receiveReport(report);
    this.#options.registry.noteReport(known);
    if (report.ready) worker.endStartTurn();
    if (hasChanged) this.#options.onChange();
  }
}

/** The rooms of share links that the camera of a stream belongs in now. */
export function openShareRooms({ stream }: Pick<KnownStream, 'stream'>): ShareRoom[] {
  return stream.shareLinks
    .filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now())
    .map(({ linkId, canHear }) => ({ linkId, canHear }));
}
