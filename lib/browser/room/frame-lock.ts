import { median } from '@/lib/core/median';

/** No tile is delayed by more. */
const maxDelayMs = 500;
/** A tile that was in step stays until it is this far behind the fastest, so that noise does not let it in and out. */
const leaveAfterMs = 600;
/** Less is the screen's own rhythm. */
const toleranceMs = 8;
/** Chromium changes a jitter buffer by at most 100 ms a second, and what is measured is a second or two old. */
const gain = 0.3;
const maxStepMs = 60;
/** A frame is shown at one of the screen's own times: the median of so many says more than one. */
const latencyCount = 3;

interface Tile {
  latenciesMs: number[];
  /** By how much it has been delayed, as many times as its latency was measured. */
  delaysMs: number[];
  isInStep: boolean;
}

/**
 * Decides by how much each tile is to be delayed so that all show the same moment: as late as the slowest of those that
 * are at most 500 ms behind the fastest. To be told of each tile's latency about once a second.
 */
export class FrameLock {
  readonly #tiles = new Map<string, Tile>();

  /**
   * @param latencyMs as measured just now, with the delay that it has
   * @returns by how much the tile is to be delayed from now on, in milliseconds
   */
  update(id: string, latencyMs: number): number {
    const tile = this.#tiles.get(id) ?? { latenciesMs: [], delaysMs: [0], isInStep: false };
    this.#tiles.set(id, tile);
    append(tile.latenciesMs, latencyMs);
    const goalMs = this.#goalMs();
    const delayMs = tile.delaysMs.at(-1) ?? 0;
    const behindMs = goalMs - median(tile.latenciesMs);
    const stepMs = Math.abs(behindMs) <= toleranceMs ? 0 : clamp(behindMs * gain, -maxStepMs, maxStepMs);
    const nextMs = clamp(delayMs + stepMs, 0, maxDelayMs);
    append(tile.delaysMs, nextMs);
    return nextMs;
  }

  /** A tile is no longer shown. */
  remove(id: string): void {
    this.#tiles.delete(id);
  }

  /** The latency that all are to have. */
  #goalMs(): number {
    const undelayed = [...this.#tiles.values()].map((tile) => ({ tile, ms: undelayedMs(tile) }));
    const fastestMs = Math.min(...undelayed.map(({ ms }) => ms));
    for (const { tile, ms } of undelayed) {
      tile.isInStep = ms - fastestMs <= (tile.isInStep ? leaveAfterMs : maxDelayMs);
    }
    return Math.max(...undelayed.filter(({ tile }) => tile.isInStep).map(({ ms }) => ms));
  }
}

/** What a tile's latency would be: its delay of when that was measured, for a new one takes its time. */
const undelayedMs = ({ latenciesMs, delaysMs }: Tile): number => median(latenciesMs) - (delaysMs[0] ?? 0);

function append(values: number[], value: number): void {
  values.push(value);
  if (values.length > latencyCount) values.shift();
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
