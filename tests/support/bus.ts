import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { BusMessage } from '@/lib/realtime/bus';
import { postgresBus } from '@/lib/realtime/postgres-bus';

/** Listens to the real bus for the tests of a file. @returns the messages since the current test began */
export function recordBus(): BusMessage[] {
  const messages: BusMessage[] = [];
  let stop: () => Promise<void>;
  beforeAll(async () => {
    stop = await postgresBus.subscribe({ onMessage: (message) => messages.push(message), onResync: () => undefined });
  });
  beforeEach(() => {
    messages.length = 0;
  });
  afterAll(() => stop());
  return messages;
}
