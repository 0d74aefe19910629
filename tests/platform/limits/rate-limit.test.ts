import { afterEach, describe, expect, test, vi } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { RateLimit, tooManyRequests } from '@/lib/platform/limits/rate-limit';

afterEach(() => {
  vi.useRealTimers();
});

/** A process of its own, which has seen nothing: all limits of one name are the same limit. */
const processOf = (name: string, uses = 3) => new RateLimit({ name, uses, windowSeconds: 60 });

describe('a limit', () => {
  test('allows so many uses of each key, and says when there will be another', async () => {
    const limit = processOf(newId());
    expect([await limit.use('a'), await limit.use('a'), await limit.use('a')]).toEqual([null, null, null]);
    expect(await limit.use('a')).toBeGreaterThan(50);
    expect(await limit.use('a')).toBeLessThanOrEqual(60);
    expect(await limit.use('b')).toBeNull();
  });

  test('counts concurrent uses in several processes each', async () => {
    const name = newId();
    const processes = [processOf(name, 10), processOf(name, 10)];
    const uses = await Promise.all(Array.from({ length: 20 }, (_, index) => processes[index % 2]?.use('a')));
    expect(uses.filter((wait) => wait === null)).toHaveLength(10);
  });

  test('is known to be used up without a use, in this process and in others', async () => {
    const name = newId();
    const limit = processOf(name);
    for (const expected of [null, null, null]) {
      expect(await limit.check('a')).toBe(expected);
      await limit.use('a');
    }
    expect(await limit.check('a')).toBeGreaterThan(0);
    expect(await processOf(name).check('a')).toBeGreaterThan(0);
    expect(await processOf(name).use('a')).toBeGreaterThan(0);
  });

  test('starts anew when its window ends', async () => {
    const limit = processOf(newId());
    for (let count = 0; count < 4; count++) await limit.use('a');
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    expect(await limit.check('a')).toBeNull();
    expect([await limit.use('a'), await limit.use('a'), await limit.use('a')]).toEqual([null, null, null]);
    expect(await limit.use('a')).not.toBeNull();
  });

  test('is cleared by key', async () => {
    const limit = processOf(newId());
    for (const key of ['a', 'b']) for (let count = 0; count < 4; count++) await limit.use(key);
    await limit.clear('a');
    expect(await limit.check('a')).toBeNull();
    expect(await limit.check('b')).not.toBeNull();
  });

  test('refuses a key that is used up without asking Postgres', async () => {
    const name = newId();
    const limit = processOf(name);
    for (let count = 0; count < 4; count++) await limit.use('a');
    await db().rateLimit.deleteMany();
    expect(await limit.use('a')).not.toBeNull();
    expect(await db().rateLimit.count()).toBe(0);
  });

  test('fails where Postgres does, and allows nothing', async () => {
    const limit = processOf(newId());
    await db().$executeRaw`ALTER TABLE rate_limits RENAME TO elsewhere`;
    await expect(limit.use('a')).rejects.toThrow(/rate_limits/);
    await db().$executeRaw`ALTER TABLE elsewhere RENAME TO rate_limits`;
  });
});

test.each([
  [1, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [3_600, '60 minutes'],
])('a wait of %d s is said as %s', (waitSeconds, words) => {
  expect(tooManyRequests('Too much.', waitSeconds)).toMatchObject({
    code: 'too_many_requests',
    message: `Too much. Try again in ${words}.`,
    retryAfterSeconds: waitSeconds,
  });
});
