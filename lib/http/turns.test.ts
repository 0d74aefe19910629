import { afterEach, expect, test, vi } from 'vitest';
import { Turns } from './turns';

afterEach(() => vi.useRealTimers());

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const fourTurns = () => new Turns({ maxRunning: 4, maxWaiting: 1_000, creditMs: 1_000, refusal: 'Too many.' });

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

/** How many pieces of 10 ms a party has done in two seconds that began with four of them waiting at any time. */
async function countDone(besideMs: number | null): Promise<number> {
  vi.useFakeTimers();
  const turns = fourTurns();
  let done = 0;
  const isOver = new AbortController();
  const work = () => new Promise<void>((resolve) => setTimeout(resolve, 10));
  const busy = Array.from({ length: 8 }, async () => {
    while (!isOver.signal.aborted) {
      await turns.run('busy', work);
      done++;
    }
  });
  const beside = besideMs === null ? undefined : setInterval(() => void turns.run('other', work), besideMs);
  await vi.advanceTimersByTimeAsync(3_000);
  const before = done;
  await vi.advanceTimersByTimeAsync(2_000);
  const counted = done - before;
  isOver.abort();
  clearInterval(beside);
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(busy);
  return counted;
}

test('a party that asks for all there is has it while it is alone, and a sixteenth of it while others ask, too', async () => {
  expect(await countDone(null)).toBe(800);
  expect(await countDone(100)).toBe(50);
});

test('what was used is forgotten', async () => {
  vi.useFakeTimers();
  const turns = fourTurns();
  const long = turns.run('busy', () => sleep(3_000));
  await vi.advanceTimersByTimeAsync(3_000);
  await long;
  const begunBeside = async () => {
    const { begun, ends, work } = makeWork();
    void turns.run('other', async () => undefined);
    const all = ['1', '2'].map((name) => turns.run('busy', work(name)));
    const count = begun.length;
    for (let done = 0; done < 2; done++) {
      ends[done]?.();
      await vi.advanceTimersByTimeAsync(100);
    }
    await Promise.all(all);
    return count;
  };
  expect(await begunBeside()).toBe(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await begunBeside()).toBe(2);
});

test('who has used little does as much at once as ever', async () => {
  const turns = fourTurns();
  await turns.run('other', () => sleep(1));
  const { begun, work } = makeWork();
  for (let index = 0; index < 4; index++) void turns.run('quiet', work('quiet'));
  expect(begun).toHaveLength(4);
});
