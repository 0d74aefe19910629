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
  const world = World.disturbed(seed);
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

test.each([
  ['one gateway', ['gateway-a']],
  ['two gateways', ['gateway-a', 'gateway-b']],
])('a Postgres that hangs for 30 s, and then for as long again, ends no worker of %s', async (_, gatewayIds) => {
  const world = World.calm(1, gatewayIds);
  await world.time.runUntil(30_000);
  for (let hang = 0; hang < 2; hang++) {
    world.postgres.beginOutage('frozen', 30_000);
    await world.time.runUntil(world.time.nowMs + 45_000);
  }
  expect(world.workers.filter(({ isRunning }) => isRunning).length, world.log.join('\n')).toBe(3);
  expect(world.workers.length, world.log.join('\n')).toBe(3);
});

test('a lone gateway that hangs for 30 s ends no worker', async () => {
  const world = World.calm(1, ['gateway-a']);
  await world.time.runUntil(30_000);
  world.gateways[0]?.pause(30_000);
  await world.time.runUntil(90_000);
  expect(world.workers.filter(({ isRunning }) => isRunning).length, world.log.join('\n')).toBe(3);
  expect(world.workers.length, world.log.join('\n')).toBe(3);
});

test.each([
  ['that has time, one after the other', false],
  ['that is too busy, with pauses', true],
])('a gateway replaces the lost workers of a machine %s, and no start ends another worker', async (_, isTooBusy) => {
  const streamCount = 24;
  const world = World.calm(1, ['gateway-a'], streamCount);
  const running = () => world.workers.filter(({ isRunning }) => isRunning).length;
  await world.time.runUntil(60_000);
  expect(running(), world.log.join('\n')).toBe(streamCount);
  world.isTooBusy = isTooBusy;
  for (const worker of world.workers) worker.end('killed');
  await world.time.runUntil(105_000);
  // Four at once, and then one each three seconds.
  if (isTooBusy) expect(running(), world.log.join('\n')).toBeLessThan(4 + 45 / 3 + 2);
  else expect(running(), world.log.join('\n')).toBe(streamCount);
  await world.time.runUntil(180_000);
  expect(running(), world.log.join('\n')).toBe(streamCount);
  expect(world.workers.length, world.log.join('\n')).toBe(2 * streamCount);
});
