import type { SeededRandom } from '../../random';

interface Entry {
  atMs: number;
  order: number;
  run(): void;
}

/** A time that jumps from one scheduled callback to the next, and settles all promises in between. */
export class SimulatedTime {
  nowMs = 0;
  readonly #entries: Entry[] = [];
  #order = 0;

  after(delayMs: number, run: () => void): () => void {
    const entry: Entry = { atMs: this.nowMs + Math.max(0, delayMs), order: this.#order++, run };
    let at = this.#entries.length;
    while (at > 0 && isLater(this.#entries[at - 1], entry)) at--;
    this.#entries.splice(at, 0, entry);
    return () => {
      entry.run = () => undefined;
    };
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve));
  }

  async runUntil(endMs: number): Promise<void> {
    for (;;) {
      const [next] = this.#entries;
      if (!next || next.atMs > endMs) break;
      this.#entries.shift();
      this.nowMs = next.atMs;
      next.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.nowMs = endMs;
  }
}

const isLater = (one: Entry | undefined, other: Entry): boolean =>
  one !== undefined && (one.atMs > other.atMs || (one.atMs === other.atMs && one.order > other.order));

/** From `minMs` up to `maxMs`. */
export const between = (random: SeededRandom, minMs: number, maxMs: number): number =>
  minMs + random.integer(maxMs - minMs + 1);
