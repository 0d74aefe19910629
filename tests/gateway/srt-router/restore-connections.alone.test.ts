import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { isShutdown } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { camera, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import {
  bundleRouter,
  makeForeignStream,
  type RouterProcess,
  removeRouterBundle,
  startRouterProcess,
} from '../../support/gateway/gateway-router';
import { buildData, call, listenerSocketId, type RawPeer, rawListener, rawPeer } from '../../support/gateway/srt-peers';
import { openSrtlaSender } from '../../support/gateway/srtla-sender';
import { freeUdpPort } from '../../support/network/free-port';
import { until } from '../../support/until';

/* A gateway is killed with -9 while media flows, and restarted under its id and at its ports. */

beforeAll(bundleRouter);
afterAll(removeRouterBundle);
beforeEach(() => {
  onTestFinished(async () => {
    stopFfmpegs();
    await db().stream.deleteMany();
  });
});

async function start(ports?: RouterProcess): Promise<RouterProcess> {
  const started = await startRouterProcess('gateway-a', ports);
  onTestFinished(() => started.kill());
  return started;
}

const untilRecorded = (count: number) =>
  until(`${count} connections are recorded`, async () => (await db().srtConnection.count()) === count);

test('encoder and viewer keep their SRT connections, and media continues', async () => {
  const [inputPort, outputPort] = [await freeUdpPort(), await freeUdpPort()];
  const stream = await makeForeignStream({ inputPort, outputPort });
  const first = await start();
  const url = (port: number, key: string) =>
    `srt://127.0.0.1:${port}?mode=caller&latency=120000&pkt_size=1316&streamid=${key}`;
  // In place of the worker: real libsrt, each for one connection.
  const input = ffmpeg(rawReceiver(`srt://127.0.0.1:${inputPort}?mode=listener&latency=120000`));
  const output = ffmpeg(camera('-f', 'mpegts', `srt://127.0.0.1:${outputPort}?mode=listener&pkt_size=1316`));
  const encoder = ffmpeg(camera('-f', 'mpegts', url(first.ingestPort, stream.streamKey)));
  const viewer = ffmpeg(rawReceiver(url(first.viewPort, stream.viewKey)));
  const receivers = [input, viewer];
  const untilMore = (bytes: number) => {
    const before = receivers.map(({ output: read }) => read().length);
    return until('more media arrives at both ends', () =>
      receivers.every(({ output: read }, index) => read().length > (before[index] ?? 0) + bytes),
    );
  };
  await untilMore(20_000);
  await untilRecorded(2);
  const before = await db().srtConnection.findMany({ orderBy: { direction: 'asc' } });

  await first.kill();
  await sleep(500);
  const killedAt = receivers.map(({ output: read }) => read().length);
  const second = await start(first);
  await untilMore(60_000);
  expect(killedAt.every((bytes) => bytes > 0)).toBe(true);

  expect(await db().srtConnection.findMany({ orderBy: { direction: 'asc' } })).toEqual(before);
  expect(second.log()).not.toContain('router: connected');
  expect(second.log().match(/"router: restored"/g)).toHaveLength(2);
  for (const { child, log } of [encoder, viewer, input, output]) expect(child.exitCode, log()).toBeNull();

  // A second restart restores the connections as well.
  encoder.child.kill('SIGINT');
  await Promise.all([encoder.ended, input.ended]);
  await untilRecorded(1);
  viewer.child.kill('SIGINT');
  await untilRecorded(0);
});

test('an encoder with three links keeps its SRT connection, and each link', async () => {
  const inputPort = await freeUdpPort();
  const stream = await makeForeignStream({ inputPort });
  const first = await start();
  const input = ffmpeg(rawReceiver(`srt://127.0.0.1:${inputPort}?mode=listener&latency=120000`));
  const { ingestPort } = first;
  const sender = await openSrtlaSender([ingestPort, ingestPort, ingestPort]);
  onTestFinished(sender.close);
  await sender.untilRegistered();
  const encoder = ffmpeg(
    camera('-f', 'mpegts', `srt://127.0.0.1:${sender.port}?mode=caller&streamid=${stream.streamKey}`),
  );
  const untilMore = async (bytes: number) => {
    const before = input.output().length;
    await until('more media arrives at the worker', () => input.output().length > before + bytes);
  };
  await untilMore(20_000);
  await until('all links are recorded', async () => (await db().srtConnection.findFirst())?.bondLinks.length === 3);
  const registrations = sender.registrations();
  await first.kill();
  const second = await start(first);
  await untilMore(60_000);
  expect(second.log().match(/"router: restored"/g)).toHaveLength(1);
  expect(second.log()).not.toContain('router: connected');
  expect(sender.registrations(), 'the sender has noticed nothing').toBe(registrations);
  const before = sender.sentPackets();
  await until('each link carries media', () =>
    sender.sentPackets().every((packets, index) => packets > (before[index] ?? 0)),
  );
  for (const { child, log } of [encoder, input]) expect(child.exitCode, log()).toBeNull();
});

/** A caller that is connected when the gateway is killed. */
async function connect(router: RouterProcess): Promise<{ peer: RawPeer; stream: Stream; received: Buffer[] }> {
  const worker = await rawListener();
  onTestFinished(() => worker.close());
  const stream = await makeForeignStream({ inputPort: worker.port });
  const peer = await rawPeer(router.ingestPort);
  onTestFinished(() => peer.close());
  expect(await call(peer, 7, stream.streamKey)).toBe('accepted');
  await untilRecorded(1);
  return { peer, stream, received: worker.received };
}

test.each<[string, (stream: Stream) => Promise<unknown>]>([
  ['has another worker', ({ id }) => db().stream.update({ where: { id }, data: { podName: 'another' } })],
  ['is off', ({ id }) => db().stream.update({ where: { id }, data: { status: 'stopped' } })],
  ['has another key', ({ id }) => db().stream.update({ where: { id }, data: { streamKey: 'another' } })],
  [
    'needs a port that is in use',
    async ({ id }) => {
      const { workerLocalPort } = await db().srtConnection.findFirstOrThrow({ where: { streamId: id } });
      const socket = createSocket('udp4').bind(workerLocalPort);
      await once(socket, 'listening');
      onTestFinished(() => void socket.close());
    },
  ],
])('a caller whose stream %s receives a SHUTDOWN', async (_, change) => {
  const first = await start();
  const { peer, stream } = await connect(first);
  await first.kill();
  await change(stream);
  await start(first);
  // Three times, because a datagram may be lost.
  await until('the peer has received three SHUTDOWNs', () => peer.received.filter(isShutdown).length === 3);
  await untilRecorded(0);
});

test('a restored connection keeps its port towards the worker, and forwards both ways', async () => {
  const first = await start();
  const { peer, received, stream } = await connect(first);
  const { workerLocalPort } = await db().srtConnection.findFirstOrThrow();
  await first.kill();
  await start(first);
  const data = buildData(listenerSocketId);
  peer.send(data);
  await until('media arrives at the worker', () => received.length === 1);
  expect(received[0]).toEqual(data);
  expect(await db().srtConnection.findFirst()).toMatchObject({ streamId: stream.id, workerLocalPort, socketId: 7n });
  expect(peer.received.filter(isShutdown)).toEqual([]);
});
