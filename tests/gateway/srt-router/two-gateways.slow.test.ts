import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import type { Prisma, Stream } from '@/prisma/generated/client';
import type { GatewayRouter } from '@/server/gateway/srt-router/gateway-router';
import { buildShutdown, isShutdown } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { camera, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import {
  bundleRouter,
  makeForeignStream,
  openGatewayRouter,
  removeRouterBundle,
} from '../../support/gateway/gateway-router';
import {
  buildData,
  call,
  listenerSocketId,
  type RawPeer,
  rawListener,
  rawPeer,
  sendKeepalives,
  sendMedia,
} from '../../support/gateway/srt-peers';
import { freeUdpPort } from '../../support/network/free-port';
import { until } from '../../support/until';

/* Two gateways on one database. Neither runs the worker: this test stands in for it. */

beforeAll(bundleRouter);
afterAll(removeRouterBundle);
beforeEach(() => {
  onTestFinished(async () => {
    stopFfmpegs();
    await db().stream.deleteMany();
  });
});

async function open(gatewayId: string, overrides?: Parameters<typeof openGatewayRouter>[1]): Promise<GatewayRouter> {
  const router = await openGatewayRouter(gatewayId, overrides);
  onTestFinished(() => router.close());
  return router;
}

async function peerOf(port: number): Promise<RawPeer> {
  const peer = await rawPeer(port);
  onTestFinished(() => peer.close());
  return peer;
}

async function openWorker(afterAccept?: () => Buffer[]) {
  const worker = await rawListener(afterAccept);
  onTestFinished(() => worker.close());
  return worker;
}

const change = async ({ id, organizationId }: Stream, data: Partial<Stream>): Promise<void> => {
  await db().stream.update({ where: { id }, data: data as Prisma.StreamUncheckedUpdateInput });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
};

const untilRecorded = (count: number) =>
  until(`${count} connections are recorded`, async () => (await db().srtConnection.count()) === count);

describe('a gateway that does not hold the stream', () => {
  test('forwards a real camera and a real viewer to its worker', async () => {
    const [inputPort, outputPort] = [await freeUdpPort(), await freeUdpPort()];
    const stream = await makeForeignStream({ inputPort, outputPort });
    const router = await open('gateway-b');
    const input = ffmpeg(rawReceiver(`srt://127.0.0.1:${inputPort}?mode=listener`));
    ffmpeg(camera('-f', 'mpegts', `srt://127.0.0.1:${outputPort}?mode=listener&pkt_size=1316`));
    const url = (port: number, key: string) => `srt://127.0.0.1:${port}?mode=caller&pkt_size=1316&streamid=${key}`;
    ffmpeg(camera('-f', 'mpegts', url(router.ingestPort, stream.streamKey)));
    const viewer = ffmpeg(rawReceiver(url(router.viewPort, stream.viewKey)));
    await until('media arrives both ways', () => input.output().length > 30_000 && viewer.output().length > 30_000);
  });

  test('makes a caller wait for its worker, and forwards once the row shows it as ready', async () => {
    const worker = await openWorker();
    const stream = await makeForeignStream({ inputPort: worker.port });
    await db().stream.update({ where: { id: stream.id }, data: { status: 'provisioning' } });
    const router = await open('gateway-b');
    const answer = call(await peerOf(router.ingestPort), 7, stream.streamKey);
    await sleep(600);
    expect((await router.readHealth()).ingest.halfOpen).toBe(1);
    await change(stream, { status: 'active' });
    expect(await answer).toBe('accepted');
  });

  test.each<[string, 'ingestPort' | 'viewPort', Partial<Stream>, number]>([
    ['off', 'ingestPort', { status: 'stopped' }, 1423],
    ['not ready in time', 'ingestPort', { status: 'provisioning' }, 1503],
    ['without a worker in time', 'ingestPort', { podName: null }, 1503],
    ['without a camera', 'viewPort', { signal: 'none' }, 1424],
  ])('refuses callers of a stream that is %s', async (_, port, data, reason) => {
    const stream = await makeForeignStream({});
    await change(stream, data);
    const router = await open('gateway-b');
    const key = port === 'viewPort' ? stream.viewKey : stream.streamKey;
    expect(await call(await peerOf(router[port]), 7, key)).toBe(reason);
  });

  test('ignores the row of its own stream, which may be from before its restart', async () => {
    const worker = await openWorker();
    const stream = await makeForeignStream({ inputPort: worker.port });
    await change(stream, { leaseOwner: 'gateway-b' });
    const router = await open('gateway-b');
    expect(await call(await peerOf(router.ingestPort), 7, stream.streamKey)).toBe(1503);
  });

  test('admits the stream key to both ports, and the view key to the one for viewers alone', async () => {
    const worker = await openWorker(() => [buildData()]);
    const stream = await makeForeignStream({ inputPort: worker.port, outputPort: worker.port });
    const router = await open('gateway-b');
    const answer = async (port: number, key: string) => call(await peerOf(port), 7, key);
    expect(await answer(router.ingestPort, stream.viewKey)).toBe(1403);
    expect(await answer(router.ingestPort, stream.streamKey)).toBe('accepted');
    expect(await answer(router.viewPort, stream.viewKey)).toBe('accepted');
    expect(await answer(router.viewPort, stream.streamKey)).toBe('accepted');
    const incidents = () => db().streamIncident.findMany({ where: { streamId: stream.id } });
    await until('an incident is recorded', async () => (await incidents()).length === 1);
    const messages = new Map((await incidents()).map(({ code, message }) => [code, message]));
    expect(messages.get('encoder_refused_view_key')).toMatch(
      /^An encoder with the view key was refused: .*ingest address/,
    );
  });

  test('keeps who has come by the other key when a key changes, at whichever port', async () => {
    const worker = await openWorker(() => [buildData()]);
    const stream = await makeForeignStream({ inputPort: worker.port, outputPort: worker.port });
    const router = await open('gateway-b');
    const [encoder, viewer] = [await peerOf(router.ingestPort), await peerOf(router.viewPort)];
    const owner = await peerOf(router.viewPort);
    expect(await call(encoder, 7, stream.streamKey)).toBe('accepted');
    expect(await call(owner, 6, stream.streamKey)).toBe('accepted');
    expect(await call(viewer, 8, stream.viewKey)).toBe('accepted');
    await change(stream, { viewKey: 'another view key' });
    await until('the viewer is disconnected', () => viewer.received.some(isShutdown));
    expect([encoder, owner].some(({ received }) => received.some(isShutdown))).toBe(false);
    const next = await peerOf(router.viewPort);
    expect(await call(next, 9, 'another view key')).toBe('accepted');
    await change(stream, { streamKey: 'another' });
    await until('the encoder is disconnected', () => encoder.received.some(isShutdown));
    await until('the player with the stream key is disconnected', () => owner.received.some(isShutdown));
    expect(next.received.some(isShutdown)).toBe(false);
  });

  test('keeps the encoder while the worker is out of the room, as after a restart of LiveKit', async () => {
    const worker = await openWorker();
    const stream = await makeForeignStream({ inputPort: worker.port });
    const router = await open('gateway-b');
    const encoder = await peerOf(router.ingestPort);
    expect(await call(encoder, 7, stream.streamKey)).toBe('accepted');
    await change(stream, { status: 'provisioning' });
    // Longer than until the next check without a notification.
    await sleep(3_000);
    expect(encoder.received.some(isShutdown)).toBe(false);
    await change(stream, { status: 'active' });
    await change(stream, { podName: 'another' });
    await until('the encoder is disconnected', () => encoder.received.some(isShutdown));
  });

  test.each<[string, (stream: Stream) => Promise<unknown>]>([
    ['is switched off', (stream) => change(stream, { status: 'stopping' })],
    ['gets another worker', (stream) => change(stream, { podName: 'another' })],
    ['gets another key', (stream) => change(stream, { streamKey: 'another' })],
    [
      'is switched off, and the notification is lost',
      ({ id }) => db().stream.update({ where: { id }, data: { status: 'stopped' } }),
    ],
    [
      'is deleted',
      async ({ id, organizationId }) => {
        await db().stream.delete({ where: { id } });
        await openBus().publish({ type: 'stream_remove', organizationId, streamId: id });
      },
    ],
  ])('disconnects callers when the stream %s', async (_, end) => {
    const worker = await openWorker();
    const stream = await makeForeignStream({ inputPort: worker.port });
    const other = await makeForeignStream({ inputPort: worker.port });
    const router = await open('gateway-b');
    const [caller, bystander] = [await peerOf(router.ingestPort), await peerOf(router.ingestPort)];
    expect(await call(caller, 7, stream.streamKey)).toBe('accepted');
    expect(await call(bystander, 8, other.streamKey)).toBe('accepted');
    await end(stream);
    await until('the caller is disconnected', () => caller.received.some(isShutdown));
    await until('the worker receives a SHUTDOWN', () => worker.received.some(isShutdown));
    expect(bystander.received.some(isShutdown)).toBe(false);
    await untilRecorded(1);
  });
});

describe('an encoder that calls while one is connected through another gateway', () => {
  async function connectFirst() {
    const worker = await openWorker();
    const stream = await makeForeignStream({ inputPort: worker.port });
    const [first, second] = [await open('gateway-a'), await open('gateway-b')];
    const encoder = await peerOf(first.ingestPort);
    expect(await call(encoder, 7, stream.streamKey)).toBe('accepted');
    await untilRecorded(1);
    return { stream, first, second, encoder };
  }

  test('is refused while that one sends', async () => {
    const { stream, second, encoder } = await connectFirst();
    onTestFinished(sendMedia(encoder));
    expect(await call(await peerOf(second.ingestPort), 9, stream.streamKey)).toBe(1409);
    expect(encoder.received.some(isShutdown)).toBe(false);
  });

  test('is admitted at once where that one only keeps its connection alive', async () => {
    const { stream, first, second, encoder } = await connectFirst();
    onTestFinished(sendKeepalives(encoder));
    await sleep(500);
    expect(await call(await peerOf(second.ingestPort), 9, stream.streamKey)).toBe('accepted');
    expect(encoder.received.some(isShutdown)).toBe(true);
    expect((await first.readHealth()).ingest.connections).toBe(0);
    await until(
      'gateway-b has the connection',
      async () => (await db().srtConnection.findFirst())?.gatewayId === 'gateway-b',
    );
    await untilRecorded(1);
  });

  test('is admitted at once where that one has disconnected', async () => {
    const { stream, second, encoder } = await connectFirst();
    encoder.send(buildShutdown(listenerSocketId));
    await untilRecorded(0);
    expect(await call(await peerOf(second.ingestPort), 9, stream.streamKey)).toBe('accepted');
  });

  test('is admitted where only the row of that one is left', async () => {
    const { stream, first, second } = await connectFirst();
    const row = await db().srtConnection.findFirstOrThrow();
    first.closeStream(stream.id);
    await untilRecorded(0);
    await db().srtConnection.create({ data: row });
    expect(await call(await peerOf(second.ingestPort), 9, stream.streamKey)).toBe('accepted');
  });

  test('is admitted where that gateway is dead', async () => {
    const worker = await openWorker();
    const stream = await makeForeignStream({ inputPort: worker.port });
    const first = await open('gateway-a');
    expect(await call(await peerOf(first.ingestPort), 7, stream.streamKey)).toBe('accepted');
    await untilRecorded(1);
    const second = await open('gateway-b', { isGatewayAlive: (gatewayId) => gatewayId !== 'gateway-a' });
    expect(await call(await peerOf(second.ingestPort), 9, stream.streamKey)).toBe('accepted');
  });
});

test('viewers of one stream may connect through several gateways', async () => {
  const worker = await openWorker(() => [buildData()]);
  const stream = await makeForeignStream({ outputPort: worker.port });
  for (const gatewayId of ['gateway-a', 'gateway-b']) {
    const router = await open(gatewayId);
    expect(await call(await peerOf(router.viewPort), 7, stream.viewKey)).toBe('accepted');
  }
  await untilRecorded(2);
});

test("only the holder of a stream receives the figures of its encoder's link", async () => {
  const worker = await openWorker();
  const stream = await makeForeignStream({ inputPort: worker.port });
  const holds = { findByKey: () => null, has: (streamId: string) => streamId === stream.id };
  const [holder, router, third] = [await open('gateway-a', { held: holds }), await open('gateway-b'), await open('c')];
  const encoder = await peerOf(router.ingestPort);
  expect(await call(encoder, 7, stream.streamKey)).toBe('accepted');
  const data = buildData(listenerSocketId);
  for (let count = 0; count < 20; count++) encoder.send(data);
  await until('all media has arrived at the worker', () => worker.received.length === 20);
  expect(await router.readLinks(), 'a gateway that does not hold the stream').toEqual(new Map());
  let received = 0;
  const summed = await until('the holder reads the encoder’s packets', async () => {
    const link = (await holder.readLinks()).get(stream.id);
    received += link?.receivedPackets ?? 0;
    return received > 0 && link;
  });
  expect(summed).toMatchObject({ receivedPackets: 20, lostPackets: 0, lossPercent: 0 });
  // Between two messages the link remains, and nothing counts twice.
  expect((await holder.readLinks()).get(stream.id)).toMatchObject({ receivedPackets: 0, lossPercent: null });
  expect(await third.readLinks()).toEqual(new Map());
  // Without further messages no encoder is connected.
  await until('the link has ended', async () => !(await holder.readLinks()).has(stream.id));
});
