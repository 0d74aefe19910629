import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { buildRejection, buildShutdown, isShutdown } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { camera, type Ffmpeg, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { forwardTo, openRouter, type TestRouter } from '../../support/gateway/router';
import { damagedControls, fuzzSrt } from '../../support/gateway/srt-fuzz';
import {
  askCookie,
  buildConclusionOf,
  buildData,
  buildInductionOf,
  call,
  listenerSocketId,
  type RawPeer,
  rawListener,
  rawPeer,
} from '../../support/gateway/srt-peers';
import { canForgeUdp, forgeUdp } from '../../support/network/forge-udp';
import { freeUdpPort } from '../../support/network/free-port';
import { countDiscontinuities } from '../../support/room/count-discontinuities';
import { until } from '../../support/until';

const run = promisify(execFile);
const floodPath = fileURLToPath(new URL('../../support/gateway/flood.mjs', import.meta.url));
const framesPerSecond = 25;
let ingest: TestRouter;
let receiver: Ffmpeg;
const peers: RawPeer[] = [];
/** The receiver had so many bytes when the test began: what a try has lost counts for nothing in the next one. */
let beginBytes = 0;

/** One live camera, which no test of this file may disturb. */
beforeAll(async () => {
  const port = await freeUdpPort();
  ingest = await openRouter('ingest', (streamKey) =>
    streamKey === 'key' ? forwardTo(port) : { kind: 'refuse', refusal: 'unknown_key', streamId: null },
  );
  receiver = ffmpeg(rawReceiver(`srt://127.0.0.1:${port}?mode=listener&latency=400000`));
  ffmpeg(camera('-f', 'mpegts', `${ingest.address()}&latency=400000&pkt_size=1316`));
  await until('media arrives at the worker', () => receiver.output().length > 50_000);
});

beforeEach(() => {
  beginBytes = Math.floor(receiver.output().length / packetBytes) * packetBytes;
});

afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
});

afterAll(async () => {
  stopFfmpegs();
  await ingest.router.close();
});

async function stranger(): Promise<RawPeer> {
  const peer = await rawPeer(ingest.router.port);
  peers.push(peer);
  return peer;
}

/** Frames that have reached the worker intact. */
function countFrames(): number {
  let count = 0;
  const demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: ({ isCorrupt }) => {
      if (!isCorrupt) count++;
    },
  });
  demuxer.addBytes(receiver.output());
  return count;
}

async function expectUndisturbed(): Promise<void> {
  const before = countFrames();
  await until('a second’s frames more are counted', () => countFrames() > before + framesPerSecond);
  expect(ingest.router.health).toMatchObject({ connections: 1, halfOpen: 0 });
  expect(countDiscontinuities(receiver.output().subarray(beginBytes))).toBe(0);
}

test.each<[string, Buffer]>([
  ['an empty datagram', Buffer.alloc(0)],
  ['one byte', Buffer.from([0x80])],
  ['an induction', buildInductionOf(3)],
  ['a truncated induction', buildInductionOf(3).subarray(0, 63)],
  ['an induction with trailing bytes', Buffer.concat([buildInductionOf(3), Buffer.alloc(1_336)])],
  ['a conclusion without a cookie', buildConclusionOf(3, 0, 'key')],
  ['a conclusion with a wrong cookie', buildConclusionOf(3, 0x12345678, 'key')],
  ['a rejection', buildRejection(buildInductionOf(3), 10)],
  ['media', buildData()],
  ['a shutdown of a listener', buildShutdown(0)],
  ['a shutdown of a socket', buildShutdown(77)],
])('%s from an unproven address is never answered with more bytes', async (_, datagram) => {
  const peer = await stranger();
  const { droppedDatagrams } = ingest.router.health;
  peer.send(datagram);
  await until(
    'the router has answered or dropped the datagram',
    () => peer.received.length > 0 || ingest.router.health.droppedDatagrams > droppedDatagrams,
  );
  expect(await call(await stranger(), 9, 'nobody'), 'who comes later has an answer').toBe(1404);
  expect(Buffer.concat(peer.received).length).toBeLessThanOrEqual(datagram.length);
});

/** Sends fuzzed datagrams from many addresses, so that each is within its limits. @returns what was sent and received */
async function fuzz(port: number, seed: number) {
  const total = { sent: 0, sentBytes: 0, answers: [] as Buffer[] };
  for (let source = 0; source < 100; source++) {
    const peer = await rawPeer(port, `127.7.0.${source + 1}`);
    const cookie = { socketId: 7, value: await askCookie(peer, 7) };
    peer.received.length = 0;
    for (const datagram of fuzzSrt(seed + source, 100, cookie)) {
      peer.send(datagram);
      total.sentBytes += datagram.length;
      if (++total.sent % 50 === 0) await sleep(1);
    }
    await sleep(5);
    total.answers.push(...peer.received);
    peers.push(peer);
  }
  return total;
}

test('the port for cameras survives 10,000 fuzzed datagrams, and answers with fewer bytes', async () => {
  const { sent, sentBytes, answers } = await fuzz(ingest.router.port, 20_261_121);
  expect(sent).toBe(10_000);
  expect(answers.length, 'many are valid enough for an answer').toBeGreaterThan(1_000);
  expect(answers.filter(({ length }) => length > 64)).toEqual([]);
  expect(Buffer.concat(answers).length).toBeLessThan(sentBytes);
  expect(await call(await stranger(), 9, 'nobody'), 'the router answers').toBe(1404);
  expect(ingest.router.health.faults).toBe(0);
  await expectUndisturbed();
});

describe('the port for viewers', () => {
  let view: TestRouter;
  let worker: Awaited<ReturnType<typeof rawListener>>;
  let afterAccept: (count: number) => Buffer[];

  beforeEach(async () => {
    afterAccept = () => [buildData()];
    worker = await rawListener((count) => afterAccept(count));
    view = await openRouter('view', (key) =>
      key === 'key' ? forwardTo(worker.port) : { kind: 'refuse', refusal: 'unknown_key', streamId: null },
    );
  });

  afterEach(async () => {
    await view.router.close();
    worker.close();
  });

  async function viewer(socketId: number, localAddress?: string): Promise<RawPeer> {
    const peer = await rawPeer(view.router.port, localAddress);
    peers.push(peer);
    expect(await call(peer, socketId, 'key')).toBe('accepted');
    return peer;
  }

  test('survives 10,000 fuzzed datagrams of callers', async () => {
    await fuzz(view.router.port, 20_261_122);
    expect(view.router.health.faults).toBe(0);
    await viewer(9);
  });

  test('survives 10,000 fuzzed datagrams of a worker', async () => {
    const cookie = { socketId: 7, value: 0x12345678 };
    afterAccept = (count) => [buildData(), ...[...fuzzSrt(count, 200, cookie)].filter(({ length }) => length >= 16)];
    for (let index = 1; index <= 50; index++) await viewer(index, `127.7.1.${index}`);
    expect(view.router.health.faults).toBe(0);
    afterAccept = () => [buildData()];
    await viewer(99);
  });

  test("forwards a viewer's damaged control packets to its own SRT socket alone, and others keep theirs", async () => {
    const [attacker, bystander] = [await viewer(7), await viewer(8)];
    const before = view.router.health.connections;
    for (const datagram of damagedControls(20_261_123, 5_000, listenerSocketId)) {
      attacker.send(datagram);
      if (datagram.readUInt16BE(2) % 20 === 0) await sleep(1);
    }
    await sleep(200);
    const acknowledged = worker.received
      .filter((datagram) => datagram.readUInt16BE(0) === 0x8002)
      .map((datagram) => datagram.readUInt32BE(16));
    // The worker has sent packet 1, so the next one is the last that a viewer can name.
    expect(acknowledged.filter((sequenceNumber) => sequenceNumber > 2 && sequenceNumber < 2 ** 30)).toEqual([]);
    worker.received.length = 0;
    bystander.send(buildData(listenerSocketId));
    await until('the bystander’s datagram arrives at the worker', () => worker.received.length === 1);
    expect(bystander.received.some(isShutdown)).toBe(false);
    expect(view.router.health).toMatchObject({ connections: before, faults: 0 });
  });
});

test.each(['255.255.255.255', '0.0.0.0', '127.66.0.1', '::1', 'fe80::1', ''])(
  'a forged source without an answer is harmless: %j',
  async (address) => {
    const datagram = buildInductionOf(3);
    const family = address.includes(':') ? 'IPv6' : 'IPv4';
    ingest.router.receive(datagram, { address, family, port: 9, size: datagram.length });
    expect(await call(await stranger(), 9, 'nobody'), 'who comes later has an answer').toBe(1404);
    expect(ingest.router.health.faults).toBe(0);
  },
);

test.skipIf(!(await canForgeUdp()))('a datagram from port 0 is dropped, and the live camera goes on', async () => {
  const { droppedDatagrams } = ingest.router.health;
  const source = { address: '127.0.0.1', port: 0 };
  await forgeUdp({ source, targetPort: ingest.router.port, payload: buildInductionOf(3), count: 100 });
  await until(
    'the router has dropped 100 datagrams',
    () => ingest.router.health.droppedDatagrams >= droppedDatagrams + 100,
  );
  expect(ingest.router.health.faults).toBe(0);
  await expectUndisturbed();
});

test('a flood of handshakes from forged addresses costs no frames', async () => {
  const seconds = 3;
  const before = countFrames();
  const startedAtMs = performance.now();
  const flood = run(process.execPath, [floodPath, String(ingest.router.port), '20000', String(seconds)]);
  await sleep(1_000);
  expect(await call(await stranger(), 9, 'nobody'), 'others are answered meanwhile').toBe(1404);
  const perSecond = Number((await flood).stdout);
  const fps = (countFrames() - before) / ((performance.now() - startedAtMs) / 1000);
  expect(perSecond, 'a machine too slow to flood proves nothing').toBeGreaterThan(5_000);
  expect(fps).toBeGreaterThan(framesPerSecond * 0.8);
  await expectUndisturbed();
});
