import { afterEach, describe, expect, test, vi } from 'vitest';
import { World } from '../../support/gateway/simulation/world';
import { SeededRandom } from '../../support/random';

const seedsPerTest = Number(process.env.SEEDS_PER_TEST ?? 25);
const resolution = 2 ** 31;

afterEach(() => {
  vi.restoreAllMocks();
});

/*
 * Three real lease holders and reconcilers on two nodes, in simulated time. Users press On and Off and workers die.
 * Gateways are paused and killed, leases are lost, and Postgres or the network between the nodes is away.
 */
async function runWorld(seed: number): Promise<void> {
  const random = new SeededRandom(seed + 1);
  // Restarts of workers take the jitter of their back-off from it; a seed has the same history in every run.
  vi.spyOn(Math, 'random').mockImplementation(() => random.integer(resolution) / resolution);
  const world = new World(seed);
  await world.run();
  const history = `seed ${seed}:\n${world.log.join('\n')}`;
  expect.soft(world.violations, history).toEqual([]);
  expect.soft(world.unserved(), history).toEqual([]);
  expect(world.workers.length, history).toBeGreaterThan(0);
}

describe('no stream ever has two workers, and each has the desired one once disturbances end', () => {
  test.each(Array.from({ length: 8 }, (_, index) => index * seedsPerTest))('seeds from %i on', async (firstSeed) => {
    for (let seed = firstSeed; seed < firstSeed + seedsPerTest; seed++) await runWorld(seed);
  });

  test('also where a gateway took a paused one for dead, and was alone as Postgres went away', () => runWorld(419));
});
