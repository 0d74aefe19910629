import { expect, test } from 'vitest';
import { isTurnOver, StartQueue } from './start-queue';

/** Runs starts of these organizations, queued in this order. @returns the order in which they begin */
async function run(organizations: string[], maxConcurrent = 1): Promise<{ order: string[]; most: number }> {
  const queue = new StartQueue(maxConcurrent);
  const order: string[] = [];
  let [running, most] = [0, 0];
  await Promise.all(
    organizations.map(
      (organization) =>
        new Promise<void>((done) =>
          queue.add(organization, async () => {
            order.push(organization);
            most = Math.max(most, ++running);
            await new Promise((resolve) => setImmediate(resolve));
            running--;
            done();
          }),
        ),
    ),
  );
  return { order, most };
}

test('one start of an organization waits for one of another, not for all forty', async () => {
  const { order, most } = await run([...Array.from({ length: 40 }, () => 'busy'), 'other']);
  expect(order).toHaveLength(41);
  expect(order.indexOf('other')).toBe(1);
  expect(most).toBe(1);
});

test('organizations take turns, and each one’s starts keep their order', async () => {
  expect((await run(['a', 'a', 'a', 'b', 'b', 'c'])).order).toEqual(['a', 'b', 'a', 'c', 'b', 'a']);
});

test('no more than the maximum run at once', async () => {
  expect((await run(['a', 'b', 'a', 'b', 'c'], 2)).most).toBe(2);
});

test.each([
  ['a quick start', 1_000, 0, false],
  ['a slow one', 3_000, 0, true],
  ['one that waits for a processor', 20_000, 17_500, false],
  ['one that has had its processor, too', 20_000, 17_000, true],
  ['one that waits without end', 30_000, 29_900, true],
])('the next start may begin beside %s', (_, tookMs, waitedMs, isOver) => {
  expect(isTurnOver(tookMs, waitedMs)).toBe(isOver);
});
