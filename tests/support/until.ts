import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `read` gives something that is neither null nor false, and returns it. @throws after `timeoutMs` */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  { timeoutMs = 10_000, what = 'what the test waits for' } = {},
): Promise<Exclude<Value, null | undefined | false>> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== null && value !== undefined && value !== false) {
      return value as Exclude<Value, null | undefined | false>;
    }
    if (performance.now() > deadlineMs) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await sleep(20);
  }
}
