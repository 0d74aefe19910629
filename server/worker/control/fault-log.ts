import type { Logger } from '@/lib/platform/log';

const intervalMs = 10_000;
/** A camera that fails in more ways than these at once is logged as one cause. */
const maxCauses = 50;

interface Cause {
  /** Since the worker started. */
  count: number;
  loggedAtMs: number;
}

/** Counts what goes wrong with a camera's media, and logs each cause at most once in ten seconds. */
export class FaultLog {
  #log: Logger;
  #now: () => number;
  #causes = new Map<string, Cause>();

  /** @param now a clock in milliseconds */
  constructor(log: Logger, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** @param place where it happened, in words */
  add(place: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const key = `${place}: ${message}`;
    const isOverflow = !this.#causes.has(key) && this.#causes.size >= maxCauses;
    const causeKey = isOverflow ? '' : key;
    const nowMs = this.#now();
    const cause = this.#causes.get(causeKey) ?? { count: 0, loggedAtMs: Number.NEGATIVE_INFINITY };
    this.#causes.set(causeKey, cause);
    cause.count++;
    if (nowMs - cause.loggedAtMs < intervalMs) return;
    cause.loggedAtMs = nowMs;
    this.#log.warn({ err: error, count: cause.count }, `${place}: failed`);
  }
}
