import type { Caller } from '@/lib/contracts/catalogue/failure-texts';
import { workerFailure } from '@/lib/contracts/worker-failure';
import type { WorkerFailure } from '@/lib/contracts/worker-protocol';

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
  if (error instanceof WorkerFault) return error.failure;
  // A thread at its own limit; see srt-input.ts.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory;
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
  const cause = message.slice(0, maxCauseLength) || 'unknown';
  return workerFailure({ code: 'worker_fault', figures: { cause } }, { retryable: true });
}

export const outOfMemory: WorkerFailure = workerFailure(
  { code: 'worker_out_of_memory', figures: {} },
  { retryable: true },
);

/** @param caller who calls at the port */
export const portTaken = (caller: Caller, { host, port }: { host: string; port: number }): WorkerFailure =>
  workerFailure({ code: 'port_taken', figures: { host, port, caller } }, { retryable: true });
