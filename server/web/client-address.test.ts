import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { findClientAddress } from './client-address';

class Peer extends Socket {
  override readonly remoteAddress = '10.0.0.1';
}

test.each([
  ['no proxy', undefined, 0, '10.0.0.1'],
  ['no trusted proxy: the header may be forged', '203.0.113.7', 0, '10.0.0.1'],
  ['one proxy', '203.0.113.7', 1, '203.0.113.7'],
  ['one proxy, and a client that sent the header itself', '198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
  ['two proxies', '198.51.100.1, 203.0.113.7,10.0.0.2', 2, '203.0.113.7'],
  ['one proxy, bypassed by the client', undefined, 1, '10.0.0.1'],
])('%s', (_, header, trustedProxyCount, expected) => {
  const request = new IncomingMessage(new Peer());
  if (header) request.headers['x-forwarded-for'] = header;
  expect(findClientAddress(request, trustedProxyCount)).toBe(expected);
});
