import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import type { GatewayRouter } from '@/server/gateway/srt-router/gateway-router';
import { camera, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import {
  bundleRouter,
  makeForeignStream,
  openGatewayRouter,
  removeRouterBundle,
} from '../../support/gateway/gateway-router';
import { call, type RawPeer, rawPeer } from '../../support/gateway/srt-peers';
import { freeUdpPort } from '../../support/network/free-port';
import { until } from '../../support/until';

/* Texts that people enter in place of a stream's address, with ffmpeg's libsrt as the encoder. */

let router: GatewayRouter;
let stream: Stream;
let inputPort: number;
let refused: [streamId: string | null, refusal: string][];
const peers: RawPeer[] = [];

beforeAll(bundleRouter);
afterAll(removeRouterBundle);
beforeEach(async () => {
  refused = [];
  inputPort = await freeUdpPort();
  stream = await makeForeignStream({ inputPort });
  router = await openGatewayRouter('gateway-b', {
    onEncoderRefused: (streamId, refusal) => refused.push([streamId, refusal]),
  });
});
afterEach(async () => {
  stopFfmpegs();
  for (const peer of peers.splice(0)) peer.close();
  await router.close();
  await db().stream.deleteMany();
});

/** An encoder that calls with a streamid, or with none. */
const encode = (port: number, streamId: string | null) => {
  const option = streamId === null ? [] : ['-srt_streamid', streamId];
  return ffmpeg(camera('-f', 'mpegts', ...option, `srt://127.0.0.1:${port}?mode=caller&pkt_size=1316`));
};

async function answerTo(port: number, streamId: string | null) {
  const peer = await rawPeer(port);
  peers.push(peer);
  return call(peer, 7, streamId);
}

const readIncidents = () => db().streamIncident.findMany({ where: { streamId: stream.id } });

test.each([
  ['spaces, quotes and a line end', (key: string) => ` "${key}"\n`],
  ['a leading slash and the address’s rest', (key: string) => `/${key}&latency=120000`],
  ['percent-encoding', (key: string) => encodeURIComponent(`#!::r=${key}`)],
  ['MediaMTX’s prefix', (key: string) => `publish:${key}`],
  ['the nested access control syntax', (key: string) => `#!:{r=${key},m=publish}`],
  ['Blackmagic’s syntax', (key: string) => `#!::bmd_uuid=${crypto.randomUUID()},bmd_name=Studio Camera,u=${key}`],
  ['JSON', (key: string) => `{"app":"live","stream":"${key}"}`],
])('a key with %s reaches its worker', async (_, write) => {
  const receiver = ffmpeg(rawReceiver(`srt://127.0.0.1:${inputPort}?mode=listener`));
  encode(router.ingestPort, write(stream.streamKey));
  await until('media arrives at the worker', () => receiver.output().length > 20_000);
  expect(refused).toEqual([]);
});

test.each<[string, 'ingestPort' | 'viewPort', (stream: Stream) => string, number, string, string | null, RegExp]>([
  ['the camera’s id', 'ingestPort', ({ id }) => id, 1404, 'camera_id', 'camera_id', /^An encoder with the camera ID/],
  ['its id in capitals', 'ingestPort', ({ id }) => id.toUpperCase(), 1404, 'camera_id', 'camera_id', /camera ID/],
  [
    'a cut-off key with a prefix',
    'ingestPort',
    ({ streamKey }) => `publish:${streamKey.slice(0, -2)}`,
    1404,
    'mistyped_key',
    'mistyped_key',
    /mistyped/,
  ],
  [
    'a cut-off key in Blackmagic’s syntax',
    'ingestPort',
    ({ streamKey }) => `#!::bmd_uuid=${crypto.randomUUID()},u=${streamKey.slice(0, -2)}`,
    1404,
    'mistyped_key',
    'mistyped_key',
    /mistyped/,
  ],
  [
    'the stream key at the view port, to publish',
    'viewPort',
    ({ streamKey }) => `publish:${streamKey}`,
    1424,
    'stream_key',
    'stream_key',
    /at the view port\. An encoder needs the ingest address/,
  ],
  [
    'the stream key, to watch',
    'ingestPort',
    ({ streamKey }) => `#!::r=${streamKey},m=request`,
    1405,
    'wrong_mode',
    'wrong_mode',
    /asks for the other direction/,
  ],
  [
    'the view key, to publish',
    'viewPort',
    ({ viewKey }) => `publish:${viewKey}`,
    1405,
    'wrong_mode',
    null,
    /^A viewer was refused because/,
  ],
])('%s is refused, and the camera’s owner reads why', async (_, port, write, reason, code, finding, sentence) => {
  const sender = encode(router[port], write(stream));
  expect(await sender.ended).not.toBe(0);
  await until('the refusal is recorded', async () => (await readIncidents()).length === 1);
  const [incident] = await readIncidents();
  expect(incident?.code).toBe(`${port === 'ingestPort' ? 'encoder' : 'viewer'}_refused_${code}`);
  expect(incident?.message).toMatch(sentence);
  expect(refused).toEqual(finding === null ? [] : [[stream.id, finding]]);
  expect(await answerTo(router[port], write(stream))).toBe(reason);
});

test('the stream key at the view port, where no camera sends, may be an encoder’s', async () => {
  await db().stream.update({ where: { id: stream.id }, data: { signal: 'none' } });
  expect(await encode(router.viewPort, stream.streamKey).ended).not.toBe(0);
  await until('the router tells of the refusal', () => refused.length > 0);
  expect(refused).toEqual([[stream.id, 'stream_key']]);
});

test('an encoder that calls a phone’s camera is refused, and the camera’s owner reads why', async () => {
  await db().stream.update({ where: { id: stream.id }, data: { sourceKind: 'phone' } });
  expect(await answerTo(router.ingestPort, stream.streamKey)).toBe(1405);
  await until('the refusal is recorded', async () => (await readIncidents()).length === 1);
  expect((await readIncidents())[0]?.message).toMatch(/^An encoder was refused because a phone sends this camera/);
  expect(refused).toEqual([[stream.id, 'phone']]);
});

test('a call without a streamid is told of no stream, and its answer does not differ from one that makes no sense', async () => {
  const sender = encode(router.ingestPort, null);
  expect(await sender.ended).not.toBe(0);
  await until('the router tells of the refusal', () => refused.length > 0);
  expect(refused).toEqual([[null, 'no_stream_id']]);
  expect(await readIncidents()).toEqual([]);
  refused = [];
  expect(await answerTo(router.ingestPort, '#!::m=publish')).toBe(1400);
  await until('the router tells of the refusal', () => refused.length > 0);
  expect(refused).toEqual([[null, 'malformed']]);
  expect(await answerTo(router.ingestPort, null)).toBe(1400);
});

test('the id of a camera that does not exist is an unknown key like any other', async () => {
  expect(await answerTo(router.ingestPort, crypto.randomUUID())).toBe(1404);
  expect(await answerTo(router.ingestPort, 'nobody')).toBe(1404);
  expect(refused).toEqual([[null, 'unknown_key']]);
});
