import { firstPermitMs, type WorkerFailure } from '@/lib/contracts/worker-protocol';
import type { PlannedWorker } from './plan';

export interface KnownWorker extends PlannedWorker {
  /** Where it runs; see WorkerDriver. */
  node: string | null;
  readyAtMs: number | null;
  /** The failure it reports before it exits by itself. */
  failure: WorkerFailure | null;
  /** Why the reconciler ended it, as a sentence for the user. */
  killReason: string | null;
  /** By this gateway's clock: the worker may run until then without another answer. */
  permittedUntilMs: number;
  /** An answer to one of its reports dismissed it. */
  wasDismissed: boolean;
  /** This gateway is asking it to report here. */
  isContacted: boolean;
  /** Lets the next worker of the queue start: this one is ready, or has ended. */
  endStartTurn(): void;
}

interface NewWorker extends Pick<KnownWorker, 'workerId' | 'phase' | 'generation' | 'node'> {
  /** By the gateway's clock. */
  nowMs: number;
  /** By the {@link WorkingClock}. */
  workingMs: number;
}

/** A worker before its first report. */
export function makeKnownWorker({ workerId, phase, generation, node, nowMs, workingMs }: NewWorker): KnownWorker {
  return {
    workerId,
    phase,
    generation,
    node,
    address: null,
    notReadySinceMs: workingMs,
    lastReportAtMs: workingMs,
    waitedMs: 0,
    readyAtMs: null,
    signal: 'none',
    media: null,
    stopping: false,
    failure: null,
    killReason: null,
    permittedUntilMs: nowMs + firstPermitMs,
    wasDismissed: false,
    isContacted: false,
    endStartTurn: () => undefined,
  };
}

/** How the ids of all workers of a stream begin. */
export const workerIdPrefix = (streamId: string): string => `worker-${streamId.slice(-12)}-`;

/** The {@link workerIdPrefix} of a worker's id. */
export const prefixOf = (workerId: string): string => workerId.slice(0, workerIdPrefix('').length + 12);

/** The generation of the stream that a worker's id names. */
export const generationOf = (workerId: string): number => Number(workerId.split('-').at(-2));
