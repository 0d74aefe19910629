import { expect, test } from 'vitest';
import { Turns } from './turns';

const fourTurns = () => new Turns({ maxRunning: 4, maxWaiting: 1_000, refusal: 'Too many.' });

/** Work that lasts until it is told to end. */
function makeWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => void ends.push(() => resolve(name)));
  };
  return { begun, ends, work };
}

test('of a party’s work a few pieces are done at once, and the others wait in their order', async () => {
  const turns = fourTurns();
  const { begun, ends, work } = makeWork();
  const all = Array.from({ length: 10 }, (_, index) => turns.run('busy', work(`${index}`)));
  expect(begun).toEqual(['0', '1', '2', '3']);
  ends[2]?.();
  expect(await all[2]).toBe('2');
  await expect.poll(() => begun).toEqual(['0', '1', '2', '3', '4']);
  for (let done = 0; done < 10; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(done);
    ends[done]?.();
  }
  expect(await Promise.all(all)).toEqual(begun);
});

test('another party’s work does not wait for them', async () => {
  const turns = fourTurns();
  const { begun, work } = makeWork();
  for (let index = 0; index < 100; index++) void turns.run('busy', work('busy'));
  void turns.run('other', work('other'));
  expect(begun).toContain('other');
});

test('work that fails ends its turn', async () => {
  const turns = fourTurns();
  const failing = () => Promise.reject(new Error('away'));
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => turns.run('busy', failing)));
  expect(results.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
  expect(await turns.run('busy', async () => 'done')).toBe('done');
});

test('where a thousand wait, a further one is refused, and one is accepted again once there is room', async () => {
  const turns = fourTurns();
  const { ends, work } = makeWork();
  const waiting = Array.from({ length: 1_004 }, () => turns.run('busy', work('x')));
  await expect(turns.run('busy', work('x'))).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Too many.',
    retryAfterSeconds: 1,
  });
  ends[0]?.();
  await waiting[0];
  const last = turns.run('busy', async () => 'last');
  for (let done = 1; done < 1_004; done++) {
    await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(done);
    ends[done]?.();
  }
  expect(await last).toBe('last');
});
