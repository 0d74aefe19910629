import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildRejection, buildShutdown } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { MpegTsDemuxer } from '@/server/worker/mpegts/mpegts-demuxer';
import { camera, type Ffmpeg, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { forwardTo, openRouter, type TestRouter } from '../../support/gateway/router';
import { fuzzSrt } from '../../support/gateway/srt-fuzz';
import {
  askCookie,
  buildConclusionOf,
  buildData,
  buildInductionOf,
  call,
  type RawPeer,
  rawPeer,
} from '../../support/gateway/srt-peers';
import { freeUdpPort } from '../../support/network/free-port';
import { countDiscontinuities } from '../../support/room/count-discontinuities';
import { until } from '../../support/until';

const run = promisify(execFile);
const floodPath = fileURLToPath(new URL('../../support/gateway/flood.mjs', import.meta.url));
const framesPerSecond = 25;
let ingest: TestRouter;
let receiver: Ffmpeg;
const peers: RawPeer[] = [];

/** One live camera, which no test of this file may disturb. */
beforeAll(async () => {
  const port = await freeUdpPort();
  ingest = await openRouter('ingest', (streamKey) =>
    streamKey === 'key' ? forwardTo(port) : { kind: 'refuse', refusal: 'unknown_key', streamId: null },
  );
  receiver = ffmpeg(rawReceiver(`srt://127.0.0.1:${port}?mode=listener&latency=400000`));
  ffmpeg(camera('-f', 'mpegts', `${ingest.address()}&latency=400000&pkt_size=1316`));
  await until(() => receiver.output().length > 50_000, { what: 'media at the worker' });
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
  demuxer.push(receiver.output());
  return count;
}

async function expectUndisturbed(): Promise<void> {
  const before = countFrames();
  await until(() => countFrames() > before + framesPerSecond, { what: 'more frames' });
  expect(ingest.router.health).toMatchObject({ connections: 1, halfOpen: 0 });
  expect(countDiscontinuities(receiver.output())).toBe(0);
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
  await until(() => peer.received.length > 0 || ingest.router.health.droppedDatagrams > droppedDatagrams);
  await sleep(50);
  expect(Buffer.concat(peer.received).length).toBeLessThanOrEqual(datagram.length);
});

test('the router survives 10,000 fuzzed datagrams, and answers with fewer bytes', async () => {
  const peer = await stranger();
  const socketId = 7;
  const cookie = { socketId, value: await askCookie(peer, socketId) };
  peer.received.length = 0;
  let sentBytes = 0;
  let sent = 0;
  for (const datagram of fuzzSrt(20_261_121, 10_000, cookie)) {
    peer.send(datagram);
    sentBytes += datagram.length;
    if (++sent % 50 === 0) await sleep(1);
  }
  await sleep(200);
  expect(peer.received.length, 'some are valid enough for an answer').toBeGreaterThan(100);
  expect(peer.received.filter(({ length }) => length > 64)).toEqual([]);
  expect(Buffer.concat(peer.received).length).toBeLessThan(sentBytes);
  expect(await call(await stranger(), 9, 'nobody'), 'the router answers').toBe(1404);
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
