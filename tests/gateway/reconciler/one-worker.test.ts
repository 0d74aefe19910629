import { describe, expect, test } from 'vitest';
import { World } from '../../support/gateway/simulation/world';

const seedsPerTest = Number(process.env.SEEDS_PER_TEST ?? 25);

/*
 * Three real lease holders and reconcilers on two nodes, in simulated time: paused, killed and restarted, without
 * Postgres, without the network between the nodes, losing leases, while users press On and Off and workers die.
 */
describe('no stream ever has two workers, and each has the desired one once disturbances end', () => {
  test.each(Array.from({ length: 8 }, (_, index) => index * seedsPerTest))('seeds from %i on', async (firstSeed) => {
    for (let seed = firstSeed; seed < firstSeed + seedsPerTest; seed++) {
      const world = new World(seed);
      await world.run();
      const history = `seed ${seed}:\n${world.log.join('\n')}`;
      expect(world.violations, history).toEqual([]);
      expect(world.unserved(), history).toEqual([]);
      expect(world.workers.length, history).toBeGreaterThan(0);
    }
  });
});
