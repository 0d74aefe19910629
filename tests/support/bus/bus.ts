import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { BusMessage } from '@/lib/platform/bus/bus';
import { openBus } from '@/lib/platform/bus/open-bus';

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

/** The event that a stream was made in is told of, too. */
export const isAboutStreams = ({ type }: BusMessage): boolean => type === 'stream_upsert' || type === 'stream_remove';
