import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { followTally } from '@/server/tally-agent/follow-tally';
import { freeTcpPort } from '../../support/network/free-port';

test('a server that is away leaves nothing behind for the next attempt', async () => {
  const { signal } = new AbortController();
  const server = `http://127.0.0.1:${await freeTcpPort()}`;
  const following = followTally({ server, token: 'token', eventId: 'event', onTally: () => undefined }, signal);
  await expect(following).rejects.toThrow('ECONNREFUSED');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
