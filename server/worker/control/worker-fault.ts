import type { WorkerFailure } from '@/lib/contracts/worker-protocol';

const maxReasonLength = 500;
const maxCauseLength = 200;

/** The error that ends a worker, with its report. */
export class WorkerFault extends Error {
  override name = 'WorkerFault';
  readonly failure: WorkerFailure;

  constructor(failure: WorkerFailure, options: { cause?: unknown } = {}) {
    super(failure.reason, options);
    this.failure = failure;
  }
}

/** The report of an error that ends the worker. An unforeseen one counts as retryable. */
export function toWorkerFailure(error: unknown): WorkerFailure {
  if (error instanceof WorkerFault) {
    const { reason, retryable } = error.failure;
    return { reason: reason.slice(0, maxReasonLength), retryable };
  }
  // A thread at its own limit; see srt-input.ts.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory;
  const cause = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
  return {
    reason: `The stream's worker failed by a fault of its own (${cause.slice(0, maxCauseLength) || 'unknown'}).`,
    retryable: true,
  };
}

export const outOfMemory: WorkerFailure = {
  reason:
    "The stream's worker ran out of memory. If it happens again, set the encoder to a lower resolution or bitrate.",
  retryable: true,
};

/** @param kind what listens there, in words */
export const portTaken = (kind: string, host: string, port: number): WorkerFailure => ({
  reason: `Port ${port} of ${host}, where the stream's worker listens for ${kind}, is taken by another program.`,
  retryable: true,
});
