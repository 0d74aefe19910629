import { asSaid, isKnownText, type KnownText, sentenceOf } from './catalogue/catalogue';
import type { WorkerFailure } from './worker-protocol';

/** A failure to report, also in words. @param options.retryable whether another worker may do better */
export const workerFailure = (reason: KnownText, { retryable }: { retryable: boolean }): WorkerFailure => ({
  codedReason: reason,
  reason: sentenceOf(reason),
  retryable,
});

/** Why a worker failed. One of another version may say what this one only has in the worker's words. */
export const reasonOf = ({ codedReason, reason }: WorkerFailure): KnownText =>
  codedReason && isKnownText(codedReason) ? codedReason : asSaid(reason);
