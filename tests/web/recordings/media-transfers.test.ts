import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { log } from '@/lib/platform/log';
import { MediaTransfers, ReaderPace, type TransferLimits } from '@/server/web/recordings/media-transfers';
import { requestHead, TcpPeers } from '../../support/network/tcp-peers';
import { until } from '../../support/until';

log.level = 'silent';

const limits: TransferLimits = {
  max: 8,
  maxOfNetwork: 6,
  maxOfHolder: 4,
  waitMs: 300,
  maxWaiting: 10,
  minBytesPerSecond: 16 * 1024,
  patienceMs: 60_000,
  pressedPatienceMs: 60_000,
  checkMs: 20,
};
/** More than the system's buffers take of a connection that nobody reads. */
const largeBytes = 24 * 1024 * 1024;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server that sends a large file to everybody, and says how many it sends. */
async function serve(changed: Partial<TransferLimits> = {}) {
  const transfers = new MediaTransfers({ ...limits, ...changed });
  let open = 0;
  let begun = 0;
  const send = async (response: ServerResponse) => {
    open++;
    begun++;
    response.once('close', () => open--);
    const chunk = Buffer.alloc(64 * 1024);
    for (let sent = 0; sent < largeBytes && !response.destroyed; sent += chunk.length) {
      if (!response.write(chunk)) await takenBy(response);
    }
    response.end();
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const address = String(request.headers['x-from'] ?? '192.0.2.1');
    const isSent = await transfers.send(request, response, address, () => send(response));
    if (!isSent) response.writeHead(429).end();
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peers = new TcpPeers(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  stops.push(() => {
    peers.close();
    server.closeAllConnections();
    server.close();
  });
  return { peers, open: () => open, begun: () => begun };
}

const takenBy = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const end = () => {
      for (const event of ['drain', 'close']) response.off(event, end);
      resolve();
    };
    for (const event of ['drain', 'close']) response.on(event, end);
  });

const head = (from: string, holder = newId()) =>
  requestHead(`GET /recordings/${newId()}/download?token=1.${holder}.x`, `X-From: ${from}`);

/** Asks and reads the first bytes of the answer. */
async function statusOf(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.subarray(9, 12).toString();
}

test('a holder and a network that read nothing leave places to others, who wait for none', async () => {
  const { peers, open } = await serve({ waitMs: 60_000 });
  const holder = newId();
  const held = Array.from({ length: 12 }, () => peers.open(head('192.0.2.1', holder)).pause());
  await until('the holder has all of its places', () => open() === limits.maxOfHolder);
  const colleague = peers.open(head('192.0.2.1'));
  expect(await statusOf(colleague)).toBe('200');
  for (let count = 0; count < 12; count++) peers.open(head('192.0.2.1')).pause();
  await until('the network has all of its places', () => open() === limits.maxOfNetwork);
  expect(await statusOf(peers.open(head('198.51.100.1')))).toBe('200');
  expect(open()).toBeLessThanOrEqual(limits.max);
  // A request that waits has the place of one that leaves.
  for (const socket of held) socket.destroy();
  await until('others of the network have their places', () => open() >= limits.maxOfNetwork);
});

test('a reader that takes nothing leaves its place to a holder who has fewer', async () => {
  const { peers, open } = await serve({ waitMs: 60_000, pressedPatienceMs: 100, maxOfHolder: 6 });
  const holder = newId();
  const held = Array.from({ length: limits.maxOfNetwork }, () => peers.open(head('192.0.2.1', holder)).pause());
  await until('the network has all of its places', () => open() === limits.maxOfNetwork);
  const own = peers.open(head('192.0.2.1', holder)).pause();
  expect(await statusOf(peers.open(head('192.0.2.1')))).toBe('200');
  // The others are only slow, and the same holder's further request waits.
  expect([...held, own].filter(({ destroyed }) => !destroyed).length).toBeGreaterThanOrEqual(limits.maxOfNetwork);
});

test('whoever has the fewest transfers comes first, also where too many wait', async () => {
  const { peers, open } = await serve({ waitMs: 60_000, maxWaiting: 4, maxOfHolder: 6 });
  const holder = newId();
  const [first] = Array.from({ length: limits.maxOfNetwork }, () => peers.open(head('192.0.2.1', holder)).pause());
  await until('the network has all of its places', () => open() === limits.maxOfNetwork);
  const waiting = Array.from({ length: 5 }, () => statusOf(peers.open(head('192.0.2.1', holder))));
  // No more of the same holder wait.
  expect(await Promise.race(waiting)).toBe('429');
  const other = statusOf(peers.open(head('192.0.2.1')));
  await until('one of them is sent away for another', async () => {
    const answers = await Promise.all(waiting.map((status) => Promise.race([status, sleep(0)])));
    return answers.filter((status) => status === '429').length === 2;
  });
  first?.destroy();
  expect(await other).toBe('200');
});

test('a request that finds no place in time is told so', async () => {
  const { peers, open, begun } = await serve();
  const holder = newId();
  for (let count = 0; count < limits.maxOfHolder; count++) peers.open(head('192.0.2.1', holder)).pause();
  await until('all places are taken', () => open() === limits.maxOfHolder);
  expect(await statusOf(peers.open(head('192.0.2.1', holder)))).toBe('429');
  expect(begun()).toBe(limits.maxOfHolder);
});

test('a connection has one transfer at a time, however many requests it sends at once', async () => {
  const { peers, open, begun } = await serve();
  const three = peers.open(head('192.0.2.1').repeat(3)).pause();
  await until('the first is sent', () => begun() === 1);
  const many = peers.open(head('198.51.100.1').repeat(300));
  await Promise.race([once(many.resume(), 'end'), once(many, 'close')]);
  expect(begun()).toBeLessThanOrEqual(2);
  let heard = 0;
  three.on('data', (bytes: Buffer) => {
    heard += bytes.length;
    expect(open()).toBeLessThanOrEqual(1);
  });
  three.resume();
  await until('the three are sent, one after the other', () => heard > 3 * largeBytes, { timeoutMs: 15_000 });
});

test('a reader that trickles is disconnected, and one that pauses gets everything', async () => {
  const { peers, open } = await serve({ patienceMs: 500, minBytesPerSecond: 1024 * 1024 });
  const slow = peers.open(head('192.0.2.1')).pause();
  const trickle = setInterval(() => slow.read(1_024), 50);
  stops.push(() => clearInterval(trickle));
  await until('the slow reader has its file', () => open() === 1);
  await until('the slow reader is disconnected', () => open() === 0);
  const steady = peers.open(head('192.0.2.1'));
  let heard = 0;
  for await (const bytes of steady as AsyncIterable<Buffer>) {
    const before = heard;
    heard += bytes.length;
    // For less than the patience, a few times.
    if (Math.floor(before / (largeBytes / 4)) < Math.floor(heard / (largeBytes / 4))) await sleep(250);
    if (heard > largeBytes) break;
  }
  expect(heard).toBeGreaterThan(largeBytes);
}, 30_000);

test('a pace is of what is taken: 100 kB a second with pauses of 20 s is fast enough, 1 kB is not', () => {
  const behindAfter = (seconds: number, takenIn: (second: number) => number) => {
    const pace = new ReaderPace(16 * 1024, 0);
    let taken = 0;
    let most = 0;
    for (let second = 1; second <= seconds; second++) {
      taken += takenIn(second);
      most = Math.max(
        most,
        pace.behindMs({ bytesWritten: taken + 64 * 1024, writableLength: 64 * 1024 }, second * 1_000),
      );
    }
    return most;
  };
  expect(behindAfter(3_600, (second) => (second % 40 < 20 ? 0 : 100_000))).toBeLessThan(25_000);
  // The system takes a lump of it now and then.
  expect(behindAfter(3_600, (second) => (second % 30 === 0 ? 3_000_000 : 0))).toBeLessThan(35_000);
  expect(behindAfter(120, () => 1_000)).toBeGreaterThan(60_000);
  // Bytes that were taken early are not saved up.
  expect(behindAfter(120, (second) => (second === 1 ? 1e9 : 1_000))).toBeGreaterThan(60_000);
});
