import { beforeEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { SlowDown } from '@/lib/platform/limits/slow-down';

const free = 5;

beforeEach(() => db().rateLimit.deleteMany());

const open = (pauseMs: number): SlowDown =>
  new SlowDown({ name: newId(), free, windowSeconds: 60, pauseMs, sentence: 'Too many guesses.' });

/** Makes guesses that are wrong, each from a network of its own. */
const guess = (guesses: SlowDown, count = free): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, index) => guesses.enter('key', `192.0.2.${index}`)));

test('the free guesses wait for no turn, also those that are made together, and right ones do not count', async () => {
  const guesses = open(60_000);
  for (let count = 0; count < 20; count++) {
    await guesses.enter('key', '192.0.2.1');
    await guesses.forgive('key');
  }
  await guess(guesses);
});

test('those beyond take turns, and those at another key do not', async () => {
  const guesses = open(300);
  await guess(guesses);
  const startedMs = performance.now();
  await guess(guesses, 4);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(3 * 300 - 5);
  const slow = open(60_000);
  await guess(slow);
  await slow.enter('key', '192.0.2.1');
  await slow.enter('another key', '192.0.2.1');
});

test('a newcomer overtakes a network that guesses on', async () => {
  const guesses = open(300);
  await guess(guesses);
  const order: string[] = [];
  const enter = async (name: string, address: string) => {
    await guesses.enter('key', address);
    order.push(name);
  };
  const flood = Array.from({ length: 6 }, () => enter('flood', '198.51.100.1'));
  await Promise.race(flood);
  await enter('newcomer', '203.0.113.1');
  expect(order.length).toBeLessThan(6);
  await Promise.all(flood);
});

test('where too many wait, a guess of the network with the most is refused', async () => {
  const guesses = open(60_000);
  await guess(guesses);
  const refused: string[] = [];
  for (let count = 0; count < 102; count++) {
    guesses.enter('key', '198.51.100.1').catch((error: Error) => refused.push(error.message));
  }
  await expect.poll(() => refused).toEqual(['Too many guesses. Try again in a minute.']);
});
