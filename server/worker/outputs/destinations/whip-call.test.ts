import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { DestinationFault } from './destination-fault';
import { callWhip } from './whip-call';

const rights = { networks: { reaches: [], named: ['127.0.0.0/8'] }, ownServices: [] };
const offer = { method: 'POST', token: 'secret-token', sdp: 'v=0\r\n' } as const;

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/whip`);
}

test.each([
  [400, 'refused', '400 Bad Request'],
  [401, 'unauthorized', '401 Unauthorized'],
  [403, 'unauthorized', '403 Forbidden'],
  [404, 'not_found', '404 Not Found'],
  [409, 'failed', '409 Conflict'],
  [503, 'failed', '503 Service Unavailable'],
] as const)('an answer of %i is %s', async (status, cause, detail) => {
  const url = await serve((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<p>'));
  await expect(callWhip(url, offer, rights)).rejects.toMatchObject({ code: cause, detail });
});

test('the words of a server come along, and what is no WHIP is named', async () => {
  const says = await serve((_, response) =>
    response.writeHead(409, { 'content-type': 'text/plain; charset=utf-8' }).end('This camera is off.\nBye'),
  );
  await expect(callWhip(says, offer, rights)).rejects.toEqual(
    new DestinationFault('failed', '409 This camera is off.'),
  );
  const page = await serve((_, response) => response.end('<html>'));
  await expect(callWhip(page, offer, rights)).rejects.toEqual(new DestinationFault('not_rtmp'));
});

test('a redirect is followed without the token, and never to a network that is not allowed', async () => {
  const seen: (string | undefined)[] = [];
  const target = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(201, { location: '/whip/1' }).end('v=0\r\n');
  });
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(307, { location: target.href }).end();
  });
  const { location, sdp } = await callWhip(url, offer, rights);
  expect([location?.href, sdp]).toEqual([`${target.origin}/whip/1`, 'v=0\r\n']);
  expect(seen).toEqual(['Bearer secret-token', undefined]);
  const inside = await serve((_, response) => response.writeHead(307, { location: 'http://10.0.0.7/' }).end());
  await expect(callWhip(inside, offer, rights)).rejects.toEqual(new DestinationFault('not_allowed'));
});
