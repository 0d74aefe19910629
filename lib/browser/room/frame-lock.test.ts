import { expect, test } from 'vitest';
import { SeededRandom } from '@/tests/support/random';
import { FrameLock } from './frame-lock';

const random = new SeededRandom(1);
/** A frame is shown up to one refresh of the screen later. */
const noiseMs = () => random.integer(17) - 8;

/** A tile in a browser, whose jitter buffer has 25 ms of its own and follows its target by 100 ms a second. */
class Tile {
  readonly #networkMs: number;
  #targetMs = 0;
  #bufferMs = 25;

  constructor(networkMs: number) {
    this.#networkMs = networkMs;
  }

  get latencyMs(): number {
    return this.#networkMs + this.#bufferMs;
  }

  playSecond(lock: FrameLock, id: string): void {
    const wantedMs = Math.max(25, this.#targetMs);
    this.#bufferMs += Math.max(-100, Math.min(100, wantedMs - this.#bufferMs));
    this.#targetMs = lock.update(id, this.latencyMs + noiseMs());
  }
}

function play(networkMs: number[], seconds: number): number[] {
  const lock = new FrameLock();
  const tiles = networkMs.map((ms) => new Tile(ms));
  for (let second = 0; second < seconds; second++) {
    for (const [index, tile] of tiles.entries()) tile.playSecond(lock, `${index}`);
  }
  return tiles.map(({ latencyMs }) => latencyMs);
}

test.each([
  ['two', [100, 480]],
  ['six', [60, 70, 130, 240, 250, 400]],
  ['two that are as far apart as can be', [80, 575]],
  ['equal ones', [120, 120, 121]],
])('tiles are in step within a frame after 15 s: %s', (_, networkMs) => {
  for (const seconds of [15, 40, 41, 42, 120]) {
    const latencies = play(networkMs, seconds);
    expect(Math.max(...latencies) - Math.min(...latencies), `after ${seconds} s`).toBeLessThan(33);
    // The slowest one is not held back.
    expect(Math.max(...latencies), `after ${seconds} s`).toBeLessThan(Math.max(...networkMs) + 25 + 25);
  }
});

test('a camera that is too far behind delays nobody', () => {
  const [first = 0, second = 0, third = 0] = play([100, 200, 2_000], 40);
  expect(Math.abs(first - second)).toBeLessThan(33);
  expect(second).toBeLessThan(260);
  expect(third).toBe(2_025);
});

test('once the slowest is gone, the others come closer again', () => {
  const lock = new FrameLock();
  const tiles = [new Tile(100), new Tile(180), new Tile(450)];
  for (let second = 0; second < 30; second++) {
    for (const [index, tile] of tiles.entries()) tile.playSecond(lock, `${index}`);
  }
  expect(tiles[0]?.latencyMs).toBeGreaterThan(440);
  lock.remove('2');
  for (let second = 0; second < 30; second++) {
    for (const [index, tile] of tiles.slice(0, 2).entries()) tile.playSecond(lock, `${index}`);
  }
  const [first = 0, second = 0] = tiles.map(({ latencyMs }) => latencyMs);
  expect(second).toBeLessThan(235);
  expect(Math.abs(first - second)).toBeLessThan(33);
});
