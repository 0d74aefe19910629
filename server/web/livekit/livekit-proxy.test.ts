import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { clientAddressHeader } from '@/lib/http/client-address';
import { log } from '@/lib/platform/log';
import { requestHead, TcpPeers } from '@/tests/support/network/tcp-peers';
import { until } from '@/tests/support/until';
import { answerSocket } from '../answer-socket';
import { openLivekitProxy } from './livekit-proxy';

log.level = 'silent';

const patience = { answerMs: 300, idleMs: 1_000, stuckMs: 200 };
const agreed = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';
const running: (() => void)[] = [];

afterEach(() => {
  for (const stop of running.splice(0)) stop();
});

/** Plays LiveKit: a TCP server that handles each request as the test says. */
async function playLivekit(onRequest: (socket: Socket, heard: string) => void) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.once('data', (chunk) => onRequest(socket, String(chunk)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

/** A web server with only the proxy; tokens that LiveKit may accept begin with `good`. */
async function serve(url: string, { maxConnections = 100, idleMs = patience.idleMs } = {}) {
  const proxy = openLivekitProxy({
    url,
    mayJoin: (token) => Promise.resolve(token.startsWith('good')),
    maxConnections,
    patience: { ...patience, idleMs },
  });
  const server = createServer((request, response) => void proxy.answer(request, response));
  server.on('upgrade', (request, socket, head) => {
    request.headers[clientAddressHeader] = '127.0.0.1';
    proxy.upgrade(request, socket, head, (status, text) => answerSocket(socket, status, {}, text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peers = new TcpPeers(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  running.push(() => {
    peers.close();
    proxy.close();
    server.closeAllConnections();
    server.close();
  });
  return { proxy, peers, countConnections: promisify(server.getConnections.bind(server)) };
}

const upgrade = (path: string, ...lines: string[]) =>
  requestHead(`GET ${path}`, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: key', ...lines);
const join = upgrade('/livekit/rtc?access_token=good');

describe('a websocket to LiveKit', () => {
  test('is carried both ways, including data sent along with either handshake, until LiveKit ends it', async () => {
    const requests: string[] = [];
    const { url, sockets } = await playLivekit((socket, heard) => {
      requests.push(heard);
      socket.write(`${agreed}Sec-WebSocket-Accept: accepted\r\nServer: hidden\r\n\r\nwelcome `);
      socket.on('data', (chunk) => socket.write(`heard ${String(chunk)} `));
      if (heard.includes('early')) socket.write('heard early ');
    });
    const { peers } = await serve(url);
    const socket = peers.open(join);
    let heard = '';
    socket.on('data', (chunk) => {
      heard += String(chunk);
    });
    await until('the client is welcomed', () => heard.endsWith('welcome '));
    socket.write('one');
    await until('the client hears its answer', () => heard.endsWith('heard one '));
    expect(heard).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(heard).toContain('sec-websocket-accept: accepted\r\n');
    expect(heard).not.toContain('hidden');
    expect(requests[0]).toMatch(/^GET \/rtc\?access_token=good HTTP\/1\.1\r\n/);
    expect(requests[0]).toContain('sec-websocket-key: key\r\n');
    for (const each of sockets) each.end('goodbye');
    await once(socket, 'end');
    expect(heard.endsWith('goodbye')).toBe(true);
    socket.end();
    await until('LiveKit’s side is closed', () => sockets.size === 0);
  });

  test('passes on no other claim of the client', async () => {
    const requests: string[] = [];
    const { url } = await playLivekit((socket, heard) => {
      requests.push(heard);
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
    });
    const { peers } = await serve(url);
    const heard = await peers.ask(
      upgrade('/livekit/rtc', 'Authorization: Bearer good', 'Cookie: a=b', 'X-Forwarded-Host: evil', 'X-Livekit: c'),
    );
    expect(heard).toMatch(/^HTTP\/1\.1 401 [\s\S]*The media server has refused this connection\.\n$/);
    expect(requests[0]).toContain('authorization: Bearer good\r\n');
    expect(requests[0]).not.toMatch(/cookie|evil|x-livekit/i);
  });

  test('ends when the client takes nothing of its backlog', async () => {
    const { url, sockets } = await playLivekit((socket) => {
      socket.write(`${agreed}\r\n`);
      socket.write(Buffer.alloc(64 * 1024 * 1024));
    });
    const { peers } = await serve(url);
    const socket = peers.open(join);
    await until('LiveKit is connected', () => sockets.size === 1);
    socket.pause();
    // Prevents the idle time-out.
    const chatter = setInterval(() => socket.write('x'), 50);
    await until('LiveKit’s side is closed', () => sockets.size === 0);
    clearInterval(chatter);
  });

  test('ends after LiveKit has ended it, though the client reads nothing, keeps sending, and is gone', async () => {
    const { url } = await playLivekit((socket) => {
      socket.write(`${agreed}\r\n`);
      setTimeout(() => socket.end('goodbye'), 200);
    });
    const { peers, countConnections } = await serve(url, { idleMs: 60_000 });
    const socket = peers.open(join);
    await once(socket, 'data');
    socket.pause();
    socket.write(Buffer.alloc(16 * 1024 * 1024));
    await sleep(500);
    expect(await countConnections()).toBe(1);
    socket.destroy();
    await until('no connection to the web server is left', async () => (await countConnections()) === 0);
  });

  test('ends when both sides are silent', async () => {
    const { url, sockets } = await playLivekit((socket) => socket.write(`${agreed}\r\n`));
    const { peers } = await serve(url);
    peers.open(join);
    await until('LiveKit is connected', () => sockets.size === 1);
    await until('LiveKit’s side is closed', () => sockets.size === 0);
  });

  test('is read no faster than LiveKit’s clients send', async () => {
    let received = 0;
    const { url } = await playLivekit((socket) => {
      socket.write(`${agreed}\r\n`);
      socket.on('data', (chunk) => {
        received += chunk.length;
      });
    });
    const { peers } = await serve(url);
    const socket = peers.open(join);
    await once(socket, 'data');
    socket.write(Buffer.alloc(64 * 1024 * 1024));
    await until('LiveKit has received 4 MB', () => received > 4_000_000);
    const atBurst = received;
    await sleep(500);
    expect(received - atBurst).toBeLessThan(4_000_000);
  });

  test('ends with the web server', async () => {
    const { url, sockets } = await playLivekit((socket) => socket.write(`${agreed}\r\n`));
    const { peers, proxy } = await serve(url);
    const socket = peers.open(join);
    await once(socket, 'data');
    proxy.close();
    await until('the client’s connection has ended', () => socket.readableEnded || socket.destroyed);
    await until('LiveKit’s side is closed, too', () => sockets.size === 0);
  });
});

describe('LiveKit is not asked', () => {
  const forged = 'The room token is missing or not valid.';
  const nothing = 'There is nothing at this address.';

  test.each([
    ['with a forged token', upgrade('/livekit/rtc?access_token=forged'), 401, forged],
    ['without a token', upgrade('/livekit/rtc/v1'), 401, forged],
    ['for its admin API', upgrade('/livekit/twirp/livekit.RoomService/ListRooms?access_token=good'), 404, nothing],
    ['for agents', upgrade('/livekit/agent?access_token=good'), 404, nothing],
    ['why, with a forged token', requestHead('GET /livekit/rtc/validate?access_token=forged'), 401, forged],
    ['for pages', requestHead('GET /livekit/?access_token=good'), 404, nothing],
    ['for its admin API by HTTP', requestHead('GET /livekit/twirp/livekit.RoomService/ListRooms'), 404, nothing],
  ])('%s', async (_, request, status, text) => {
    const requests: string[] = [];
    const { url } = await playLivekit((_socket, heard) => requests.push(heard));
    const { peers } = await serve(url);
    const heard = await peers.ask(request, 1_000);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toContain(text);
    expect(requests).toEqual([]);
  });
});

describe('LiveKit that is away', () => {
  const sentence = 'The media server does not answer. Video comes back as soon as it does.';
  const validate = requestHead('GET /livekit/rtc/validate?access_token=good', 'Connection: close');

  test.each([
    ['websocket', join],
    ['question', validate],
  ])('is reported as away: %s', async (_, request) => {
    const { url } = await playLivekit((socket) => socket.destroy());
    const { peers } = await serve(url);
    const heard = await peers.ask(request);
    expect(heard).toMatch(/^HTTP\/1\.1 502 /);
    expect(heard).toContain(sentence);
  });

  test.each([
    ['websocket', join],
    ['question', validate],
  ])('is reported as away when it hangs: %s', async (_, request) => {
    const { url, sockets } = await playLivekit(() => undefined);
    const { peers } = await serve(url);
    const heard = await peers.ask(request);
    expect(heard).toMatch(/^HTTP\/1\.1 502 /);
    expect(heard).toContain(sentence);
    await until('LiveKit’s side is closed', () => sockets.size === 0);
  });
});

test('connections are limited in all, and for each network', async () => {
  const { url, sockets } = await playLivekit((socket) => socket.write(`${agreed}\r\n`));
  const { peers } = await serve(url, { maxConnections: 4 });
  const open = [peers.open(join), peers.open(join), peers.open(join)];
  await until('three connections to LiveKit are open', () => sockets.size === 3);
  const heard = await peers.ask(join);
  expect(heard).toMatch(/^HTTP\/1\.1 429 /);
  expect(heard).toContain('too many video connections from your network');
  open[0]?.destroy();
  await until('one of the three has ended', () => sockets.size === 2);
  await until('another connection gets in', async () => (await peers.ask(join, 100)).startsWith('HTTP/1.1 101 '));
});

test('one network’s joins are limited, and forged tokens do not count', async () => {
  const { url } = await playLivekit((socket) => socket.end(`${agreed}\r\n`));
  const { peers } = await serve(url);
  const ask = (token: string) => peers.ask(upgrade(`/livekit/rtc?access_token=${token}`));
  for (let count = 0; count < 10; count++) expect(await ask('forged')).toMatch(/^HTTP\/1\.1 401 /);
  for (let count = 0; count < 100; count++) expect(await ask(`good-${count}`)).toMatch(/^HTTP\/1\.1 101 /);
  expect(await ask('good-100')).toMatch(/^HTTP\/1\.1 429 .*your network/s);
});

test('one page’s joins are limited, and do not hold up others', async () => {
  const { url } = await playLivekit((socket) => socket.end(`${agreed}\r\n`));
  const { peers } = await serve(url);
  const ask = (token: string) => peers.ask(upgrade(`/livekit/rtc?access_token=${token}`));
  for (let count = 0; count < 6; count++) expect(await ask('good-1')).toMatch(/^HTTP\/1\.1 101 /);
  for (let count = 0; count < 100; count++) expect(await ask('good-1')).toMatch(/^HTTP\/1\.1 429 .*too often/s);
  expect(await ask('good-2')).toMatch(/^HTTP\/1\.1 101 /);
});

test('a page may retry without limit while LiveKit is away', async () => {
  const { url } = await playLivekit((socket) => socket.destroy());
  const { peers } = await serve(url);
  for (let count = 0; count < 20; count++) expect(await peers.ask(join)).toMatch(/^HTTP\/1\.1 502 /);
});
