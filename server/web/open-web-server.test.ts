import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { log } from '@/lib/platform/log';
import { requestHead, TcpPeers } from '@/tests/support/network/tcp-peers';
import { until } from '@/tests/support/until';
import { openWebServer } from './open-web-server';
import { TrustedProxies } from './trusted-proxies';
import { upgradeHandler } from './upgrade-handler';

log.level = 'silent';

const patience = { headersMs: 300, requestMs: 600, idleMs: 900, checkMs: 50 };
const running: (() => void)[] = [];

afterEach(() => {
  for (const stop of running.splice(0)) stop();
});

/** Answers with the method, address and body of the request; /large with more than any buffer holds. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (request.url === '/large') response.end(Buffer.alloc(64 * 1024 * 1024));
  else response.end(`${request.method} ${request.url} ${body}`);
}

async function start(maxConnections = 1_000) {
  const proxies = new TrustedProxies({ count: 0, addresses: [] });
  const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
    // A client that leaves in the middle of a request gets no answer.
    echo(request, response).catch(() => response.destroy());
  };
  const server = openWebServer({ handleRequest, proxies, maxConnections, patience });
  const none = { upgrade: () => undefined };
  server.on('upgrade', upgradeHandler({ server, proxies, cable: none, livekit: none, handleWithNext: null }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const peers = new TcpPeers(`http://127.0.0.1:${port}`);
  running.push(() => {
    peers.close();
    server.closeAllConnections();
    server.close();
  });
  return { server, peers };
}

/** Writes a byte every 50 ms until the other side is gone. @returns what that side has sent */
async function drip(socket: Socket, bytes: string): Promise<string> {
  let heard = '';
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  while (!socket.destroyed && !socket.readableEnded) {
    socket.write(bytes);
    await sleep(50);
  }
  return heard;
}

describe('a slow client', () => {
  test('with endless headers is answered 408 and disconnected', async () => {
    const { peers } = await start();
    const heard = await drip(peers.open('GET / HTTP/1.1\r\nHost: a\r\n'), 'x: y\r\n');
    expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/);
    expect(heard).toContain('x-content-type-options: nosniff');
  });

  test('that stays silent is disconnected', async () => {
    const { peers } = await start();
    expect(await drip(peers.open(), '')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('with an endless body is answered 408 and disconnected', async () => {
    const { peers } = await start();
    const heard = await drip(peers.open(requestHead('POST /', 'Content-Length: 10000')), 'x');
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('with endless chunks is answered 408 and disconnected', async () => {
    const { peers } = await start();
    const heard = await drip(peers.open(requestHead('POST /', 'Transfer-Encoding: chunked')), '1\r\nx\r\n');
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('that does not read the answer is disconnected', async () => {
    const { server, peers } = await start();
    peers.open(requestHead('GET /large')).pause();
    const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    await until('the web server has the connection', async () => (await connections()) === 1);
    await until('the web server has closed the connection', async () => (await connections()) === 0);
  });
});

describe('a malformed request', () => {
  test.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['headers of 17 KB', requestHead('GET /', `x: ${'y'.repeat(17_000)}`), 431],
    ['HTTP/2 without being asked', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['two lengths', requestHead('POST /', 'Content-Length: 1', 'Content-Length: 2'), 400],
    ['a length and chunks', requestHead('POST /', 'Content-Length: 1', 'Transfer-Encoding: chunked'), 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a tunnel', 'CONNECT shows.example:443 HTTP/1.1\r\nHost: shows.example\r\n\r\n', 405],
  ])('%s', async (_, text, status) => {
    const { peers } = await start();
    const heard = await peers.ask(text);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 405) expect(heard).toContain('allow: GET, HEAD, OPTIONS');
  });

  test('garbage after a request: the request is answered, then the garbage', async () => {
    const { peers } = await start();
    const heard = await peers.ask(`${requestHead('GET /first')}garbage\r\n\r\n`);
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toContain('HTTP/1.1 400');
  });
});

describe('an upgrade', () => {
  test('to an unknown websocket is refused, and its connection closed at once', async () => {
    const { server, peers } = await start();
    const socket = peers.open(requestHead('GET /nowhere', 'Connection: Upgrade', 'Upgrade: websocket'));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 Not Found\r\nConnection: close\r\n/);
    const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    await until('the connection of the refused upgrade is closed', async () => (await connections()) === 0);
    expect(socket.writable).toBe(true);
  });

  test('to HTTP/2 is ignored: the request is answered with its body, and so is the next one', async () => {
    const { peers } = await start();
    const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'];
    const first = `${requestHead('POST /first', ...offer, 'Content-Length: 5')}hello`;
    const heard = await peers.ask(first + requestHead('GET /second', 'Connection: close'));
    expect(heard).toContain('POST /first hello');
    expect(heard).toContain('GET /second ');
  });
});

describe('too many connections', () => {
  const isAnswered = async (peers: TcpPeers) =>
    (await peers.ask(requestHead('GET /', 'Connection: close'), 1_000)) !== '';

  test('from one address get at most three quarters, and others get in once some end', async () => {
    const { peers } = await start(8);
    const held = Array.from({ length: 6 }, () => peers.open(requestHead('POST /', 'Content-Length: 10')));
    await until('all held connections are open', () => held.every((socket) => !socket.connecting));
    expect(await isAnswered(peers)).toBe(false);
    held[0]?.destroy();
    await until('a connection from the same address is answered', () => isAnswered(peers));
  });
});
