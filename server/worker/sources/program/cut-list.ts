import type { ProgramTask } from '@/lib/contracts/worker-protocol';

/** A cut further ahead is by a clock that was set back since. */
const maxAheadMs = 1_000;

/** A camera comes on air. */
export interface Cut {
  streamId: string;
  /** In milliseconds since 1970. */
  atMs: number;
}

/**
 * The cuts that the tally asks for and that the program, which is later, has not reached yet. Nothing on air is no cut: the
 * program goes on with its camera. The first of several cameras on air stays.
 */
export class CutList {
  #pending: Cut[] = [];
  #last: Cut | null = null;
  /** The last one that is done. */
  #shown: Cut | null = null;

  /** The next cut, whether or not its time has come. */
  get next(): Cut | null {
    return this.#pending[0] ?? null;
  }

  /** Takes the tally. One that is older than the last is left out. */
  follow(onAir: ProgramTask['onAir']): void {
    const [streamId] = onAir?.streamIds ?? [];
    if (!onAir || streamId === undefined) return;
    const last = this.#last;
    if (last && onAir.streamIds.includes(last.streamId)) return;
    if (last && onAir.sinceMs < last.atMs && last.atMs <= Date.now() + maxAheadMs) return;
    this.#pending = this.#pending.filter(({ atMs }) => atMs <= onAir.sinceMs);
    this.#last = { streamId, atMs: onAir.sinceMs };
    this.#pending.push(this.#last);
  }

  /** The latest cut whose time has come; those before it are over. */
  due(ms: number): Cut | null {
    while ((this.#pending[1]?.atMs ?? Number.POSITIVE_INFINITY) <= ms) this.#pending.shift();
    const [cut] = this.#pending;
    return cut && cut.atMs <= ms ? cut : null;
  }

  /** The program shows it. */
  done(cut: Cut): void {
    this.#pending = this.#pending.filter((other) => other !== cut);
    this.#shown = cut;
  }

  /** The program begins anew, with the camera that it showed. */
  restart(): void {
    if (this.#shown) this.#pending.unshift(this.#shown);
    this.#shown = null;
  }
}
