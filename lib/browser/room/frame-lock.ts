import { clamp } from '@/lib/core/clamp';
import { maxOf, minOf } from '@/lib/core/extremes';
import { median } from '@/lib/core/median';

/** Maximum delay of a tile. */
const maxDelayMs = 500;
/** A tile that was in step stays until it is this far behind the fastest, so that noise does not let it in and out. */
const leaveAfterMs = 600;
/** Smaller differences come from the screen's refresh interval. */
const toleranceMs = 8;
/** Chromium changes a jitter buffer by at most 100 ms a second, and measurements are a second or two old. */
const gain = 0.3;
const maxStepMs = 60;
/** Number of latencies whose median counts, because each is rounded to a refresh of the screen. */
const latencyCount = 3;

interface Tile {
  latenciesMs: number[];
  /** The delay in effect at each measurement of the latency. */
  delaysMs: number[];
  isInStep: boolean;
}

/**
 * Decides each tile's delay so that all show the same moment. The slowest tile at most 500 ms behind the fastest sets
 * the pace. Expects each tile's latency about once a second.
 */
export class FrameLock {
  readonly #tiles = new Map<string, Tile>();

  /**
   * @param latencyMs as measured just now, including the current delay
   * @returns the tile's new delay, in milliseconds
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

  /** The common latency that all tiles move towards. */
  #goalMs(): number {
    const undelayed = [...this.#tiles.values()].map((tile) => ({ tile, ms: undelayedMs(tile) }));
    const fastestMs = minOf(undelayed.map(({ ms }) => ms));
    for (const { tile, ms } of undelayed) {
      tile.isInStep = ms - fastestMs <= (tile.isInStep ? leaveAfterMs : maxDelayMs);
    }
    return maxOf(undelayed.filter(({ tile }) => tile.isInStep).map(({ ms }) => ms));
  }
}

/** A tile's latency without its delay. Subtracts the delay at the time of measurement, since a new one acts slowly. */
const undelayedMs = ({ latenciesMs, delaysMs }: Tile): number => median(latenciesMs) - (delaysMs[0] ?? 0);

function append(values: number[], value: number): void {
  values.push(value);
  if (values.length > latencyCount) values.shift();
}
