import { pause } from './pause';

/**
 * Waiting and trying again. {@link retry} is for what has to succeed once, {@link stayConnected} for what lasts and is to
 * come back, and `Loop` (lib/platform/process/loop.ts) for work at an interval. {@link backoffMs} alone is for those whose
 * wait is no pause of theirs, such as a row with a time in the database.
 */
export interface BackoffOptions {
  firstMs: number;
  capMs: number;
}

/**
 * Capped exponential back-off with full jitter over its upper half.
 * @param attempt 0 for the first wait
 * @returns a wait in milliseconds between half of the step and the whole step
 */
export function backoffMs(attempt: number, { firstMs, capMs }: BackoffOptions, random = Math.random): number {
  const stepMs = Math.min(capMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(stepMs * (0.5 + random() / 2));
}

export interface RetryOptions extends BackoffOptions {
  /** Ends the attempts; what is running then is awaited, and its failure ignored. */
  signal?: AbortSignal;
  /** Logs a failure, or throws to give up. @param failures in a row, this one included */
  onFailure?(error: unknown, failures: number): void;
}

/**
 * Calls `work` until it succeeds, with growing pauses between.
 * @returns its result; undefined when the signal aborted first
 * @throws what `onFailure` throws
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  options: RetryOptions & { signal?: undefined },
): Promise<Result>;
export async function retry<Result>(work: () => Promise<Result>, options: RetryOptions): Promise<Result | undefined>;
export async function retry<Result>(work: () => Promise<Result>, options: RetryOptions): Promise<Result | undefined> {
  const { signal, onFailure } = options;
  for (let failures = 0; !signal?.aborted; ) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) break;
      onFailure?.(error, ++failures);
      await pause(backoffMs(failures - 1, options), signal);
    }
  }
  return undefined;
}

/**
 * Calls `connect` again whenever it settles, until the signal aborts. The pauses between grow, and are short again after a
 * connection that worked.
 * @param connect settles when the connection has ended, and calls `worked` once it is good
 * @throws what `onFailure` throws
 */
export async function stayConnected(
  connect: (worked: () => void) => Promise<unknown>,
  options: RetryOptions & { signal: AbortSignal },
): Promise<void> {
  const { signal, onFailure } = options;
  let failures = 0;
  const worked = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    try {
      await connect(worked);
    } catch (error) {
      if (signal.aborted) return;
      onFailure?.(error, failures + 1);
    }
    await pause(backoffMs(failures++, options), signal);
  }
}
