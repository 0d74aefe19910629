import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readPullAddress } from '@/lib/contracts/pull-address';
import type { PullAttempt } from './pull-reader';
import { Tunnel } from './tunnel';

test('an attempt that is over leaves nothing on the signal of its source', async () => {
  const camera = createServer().listen(0, '127.0.0.1');
  await once(camera, 'listening');
  const { signal } = new AbortController();
  // A name that may have an address of IPv6 as well, where nothing listens.
  const address = readPullAddress(`rtsp://localhost:${(camera.address() as AddressInfo).port}/live`);
  const networks = { reaches: [], named: ['127.0.0.0/8', '::1/128'] };
  const attempt = { address, signal, rights: { networks, ownServices: [] } } as unknown as PullAttempt;
  for (let attempts = 0; attempts < 3; attempts++) (await Tunnel.open(attempt)).close();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  camera.close();
});
