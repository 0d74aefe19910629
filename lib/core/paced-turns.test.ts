import { expect, test } from 'vitest';
import { PacedTurns } from './paced-turns';

const pauseMs = 20;

function open(overrides: { pauseMs?: number; maxWaitMs?: number; maxWaiting?: number } = {}) {
  const turns = new PacedTurns({ pauseMs, maxWaitMs: 5_000, maxWaiting: 100, ...overrides });
  const taken: string[] = [];
  const take = async (name: string, rank = 1): Promise<boolean> => {
    const isItsTurn = await turns.take(rank);
    if (isItsTurn) taken.push(name);
    return isItsTurn;
  };
  return { take, taken };
}

test('the first turn comes at once, and the others after a pause each', async () => {
  // A busy machine takes the first turn within this pause, too.
  const longPauseMs = 500;
  const { take } = open({ pauseMs: longPauseMs });
  const startedMs = performance.now();
  await take('one');
  expect(performance.now() - startedMs).toBeLessThan(longPauseMs);
  await Promise.all([take('two'), take('three')]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(2 * longPauseMs - 2);
});

test('the lowest rank goes first, and of equal ones whoever came first', async () => {
  const { take, taken } = open();
  await Promise.all([take('first', 3), take('third', 2), take('second', 1), take('fourth', 2)]);
  expect(taken).toEqual(['first', 'second', 'third', 'fourth']);
});

test('where too many wait, the one of the highest rank gives up', async () => {
  const { take } = open({ maxWaiting: 5 });
  const flood = Array.from({ length: 6 }, (_, index) => take('flood', 1 + index));
  const newcomer = take('newcomer');
  expect(await Promise.all(flood)).toEqual([true, true, true, true, true, false]);
  expect(await newcomer).toBe(true);
});

test('a turn that does not come in time is none', async () => {
  const { take } = open({ maxWaitMs: 3 * pauseMs });
  const answers = await Promise.all(Array.from({ length: 10 }, () => take('one')));
  expect(answers.filter((isItsTurn) => isItsTurn).length).toBeLessThanOrEqual(4);
});
