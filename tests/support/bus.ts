import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { BusMessage } from '@/lib/realtime/bus';
import { openBus } from '@/lib/realtime/open-bus';

/** Listens to the real bus for the tests of a file. @returns the messages since the current test began */
export function recordBus(): BusMessage[] {
  const messages: BusMessage[] = [];
  let stop: () => Promise<void>;
  beforeAll(async () => {
    stop = await openBus().subscribe({ onMessage: (message) => messages.push(message), onResync: () => undefined });
  });
  beforeEach(() => {
    messages.length = 0;
  });
  afterAll(() => stop());
  return messages;
}
