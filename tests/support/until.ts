import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `read` gives something that is neither null nor false, and returns it. `what` completes "waited in vain until …".
 * @throws after `timeoutMs`, or at once what `read` throws
 */
export async function until<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  { timeoutMs = 10_000 } = {},
): Promise<Exclude<Value, null | undefined | false>> {
  const startedMs = performance.now();
  const inVain = (why: string, options?: ErrorOptions) =>
    new Error(`Waited in vain until ${what}: ${Math.round(performance.now() - startedMs)} ms, ${why}`, options);
  for (;;) {
    let value: Value;
    try {
      value = await read();
    } catch (cause) {
      throw inVain(`then ${cause}`, { cause });
    }
    if (value !== null && value !== undefined && value !== false) {
      return value as Exclude<Value, null | undefined | false>;
    }
    if (performance.now() > startedMs + timeoutMs) throw inVain(`and the last value was ${value}`);
    await sleep(20);
  }
}

/**
 * Waits for more events of something that goes on, such as reports or rounds of a loop, to show that nothing else happens.
 * A slow machine makes the wait longer, where a pause would let the test pass with nothing seen.
 * @param count reads how many there were so far
 * @throws after 60 s
 */
export async function untilMore(events: string, more: number, count: () => number | Promise<number>): Promise<void> {
  const before = await count();
  await until(`there are ${more} more ${events}`, async () => (await count()) >= before + more, { timeoutMs: 60_000 });
}
