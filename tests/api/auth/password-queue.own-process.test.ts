import { expect, test } from 'vitest';
import { inPasswordQueue } from '@/lib/auth/password';
import { AppError } from '@/lib/core/errors';

test('work with passwords waits for its turn, and is refused where too much waits', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++running);
    await released;
    running--;
    return 'done';
  };
  const outcomes = Array.from({ length: 200 }, () => inPasswordQueue(work).catch((error: unknown) => error));
  await new Promise(setImmediate);
  release();
  const results = await Promise.all(outcomes);
  const done = results.filter((result) => result === 'done').length;
  expect(most).toBeLessThanOrEqual(2);
  expect(done).toBe(100 + most);
  const refusals = results.filter((result): result is AppError => result instanceof AppError);
  expect(refusals).toHaveLength(200 - done);
  expect(refusals[0]).toMatchObject({
    code: 'busy',
    message: 'Too many people are signing in right now. Try again in 5 seconds.',
    retryAfterSeconds: 5,
  });
  expect(await inPasswordQueue(async () => 'again')).toBe('again');
});
