import { expect, test } from 'vitest';
import { PacedTurns } from './paced-turns';

const pauseMs = 20;

function open(overrides: { maxWaitMs?: number; maxWaiting?: number } = {}) {
  const turns = new PacedTurns({ pauseMs, maxWaitMs: 5_000, maxWaiting: 100, ...overrides });
  const taken: string[] = [];
  const take = async (party: string): Promise<boolean> => {
    const isItsTurn = await turns.take(party);
    if (isItsTurn) taken.push(party);
    return isItsTurn;
  };
  return { take, taken };
}

test('the first turn comes at once, and the others after a pause each', async () => {
  const { take } = open();
  const startedMs = performance.now();
  await take('one');
  expect(performance.now() - startedMs).toBeLessThan(pauseMs);
  await Promise.all([take('two'), take('three')]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(2 * pauseMs - 2);
});

test('a newcomer overtakes those who have had turns, and those of one party who wait', async () => {
  const { take, taken } = open();
  const flood = Array.from({ length: 10 }, () => take('flood'));
  await flood[1];
  await Promise.all([take('newcomer'), take('another')]);
  expect(taken).toEqual(['flood', 'flood', 'newcomer', 'another']);
  await Promise.all(flood);
});

test('where too many wait, one of the party with the most gives up', async () => {
  const { take } = open({ maxWaiting: 5 });
  const flood = Array.from({ length: 6 }, () => take('flood'));
  const newcomer = take('newcomer');
  expect((await Promise.all(flood)).filter((isItsTurn) => !isItsTurn)).toHaveLength(1);
  expect(await newcomer).toBe(true);
});

test('a turn that does not come in time is none', async () => {
  const { take } = open({ maxWaitMs: 3 * pauseMs });
  const answers = await Promise.all(Array.from({ length: 10 }, () => take('one')));
  expect(answers.filter((isItsTurn) => isItsTurn).length).toBeLessThanOrEqual(4);
});
