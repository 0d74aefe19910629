import type { Clock } from '../../time/clock';

/** So many new generations of a stream start at once … */
const burst = 3;
/** … and then one each: a user who tries things out does not wait, a script cannot start a process with each call. */
const intervalMs = 5_000;

interface Paced {
  generation: number;
  /** From then on a whole burst is free again. */
  restedAtMs: number;
}

/**
 * Limits how often users restart a stream, by a new passphrase or by Off and On. Only the last of the changes in
 * between starts a worker. Restarts of a failed worker have their own back-off, and are free here.
 */
export class StartPace {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #streams = new Map<string, Paced>();
  #forgotAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  /** Whether a worker of this generation may start now; counts it if so. */
  admits(streamId: string, generation: number): boolean {
    const nowMs = this.#clock.nowMs();
    const paced = this.#streams.get(streamId);
    if (paced?.generation === generation) return true;
    const restedAtMs = Math.max(paced?.restedAtMs ?? nowMs, nowMs);
    if (restedAtMs > nowMs + (burst - 1) * intervalMs) return false;
    this.#forgetRested(nowMs);
    this.#streams.set(streamId, { generation, restedAtMs: restedAtMs + intervalMs });
    return true;
  }

  /** Not with every start: when a thousand streams start, each would look at all others. */
  #forgetRested(nowMs: number): void {
    if (nowMs - this.#forgotAtMs < intervalMs) return;
    this.#forgotAtMs = nowMs;
    for (const [id, { restedAtMs }] of this.#streams) if (restedAtMs <= nowMs) this.#streams.delete(id);
  }
}
