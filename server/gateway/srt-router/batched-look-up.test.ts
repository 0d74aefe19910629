import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchedLookUp } from './batched-look-up';

test('a thousand look-ups are few queries, each key once, and each caller gets its answer', async () => {
  const queries: string[][] = [];
  const lookUp = new BatchedLookUp(async (keys) => {
    queries.push(keys);
    await sleep(5);
    return new Map(keys.filter((key) => key.startsWith('known')).map((key) => [key, key.length]));
  });
  const keys = Array.from({ length: 1_000 }, (_, index) => (index % 2 ? `known-${index % 10}` : `unknown-${index}`));
  const answers = await Promise.all(keys.map((key) => lookUp.find(key)));
  expect(answers).toEqual(keys.map((key) => (key.startsWith('known') ? key.length : null)));
  expect(queries.length).toBeLessThanOrEqual(4);
  expect(queries.flat().length).toBeLessThanOrEqual(506);
});

test('a key that is created after a query without it is found by the next one', async () => {
  const known = new Map<string, string>();
  const lookUp = new BatchedLookUp(async () => {
    const found = new Map(known);
    await sleep(5);
    return found;
  });
  const before = lookUp.find('key');
  known.set('key', 'stream');
  const after = lookUp.find('key');
  expect(await before).toBeNull();
  expect(await after).toBe('stream');
});

test('a failed query fails its callers, and the next one is tried', async () => {
  let isAway = true;
  const lookUp = new BatchedLookUp<string>(async (keys) => {
    if (isAway) throw new Error('Postgres is away');
    return new Map(keys.map((key) => [key, 'stream']));
  });
  await expect(lookUp.find('key')).rejects.toThrow('Postgres is away');
  isAway = false;
  expect(await lookUp.find('key')).toBe('stream');
});
