import { describe, expect, test } from 'vitest';
import { World } from '../../support/gateway/simulation/world';

const seedsPerTest = Number(process.env.SEEDS_PER_TEST ?? 25);

/*
 * Three real lease holders and reconcilers on two nodes, in a simulated time: paused, killed and started again, without
 * Postgres, without the network between the nodes, robbed of leases, while users press On and Off and workers die.
 */
describe('no stream ever has two workers, and each has what it should once all is calm', () => {
  test.each(Array.from({ length: 8 }, (_, index) => index * seedsPerTest))('seeds from %i on', async (firstSeed) => {
    for (let seed = firstSeed; seed < firstSeed + seedsPerTest; seed++) {
      const world = new World(seed);
      await world.run();
      const story = `seed ${seed}:\n${world.diary.join('\n')}`;
      expect(world.violations, story).toEqual([]);
      expect(world.unserved(), story).toEqual([]);
      expect(world.workers.length, story).toBeGreaterThan(0);
    }
  });
});
