import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { pullTargets } from '@/lib/platform/db/sealed-columns';
import { camera, ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../support/gateway/gateway-process';
import { makeIdleStream, pressOff, pressOn, readStream, untilStatus } from '../support/gateway/reconciler';
import { freeUdpPort } from '../support/network/free-port';
import { RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';

let gateway: GatewayProcess;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-pull', PULL_NETWORKS: '127.0.0.0/8' });
}, 180_000);

afterAll(async () => {
  stopFfmpegs();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
});

test('a pulled camera is in the room, its card names the fault when it goes, and it comes back', async () => {
  const port = await freeUdpPort();
  const listen = () =>
    ffmpeg(camera('-f', 'mpegts', `srt://127.0.0.1:${port}?mode=listener&passphrase=of the listener`));
  const { id, eventId } = await makeIdleStream();
  const address = `srt://127.0.0.1:${port}?passphrase=of%20the%20listener`;
  const pullTarget = pullTargets.seal(id, { address, isOperators: false });
  await db().stream.update({ where: { id }, data: { sourceKind: 'pull', pullTarget } });
  const encoder = listen();
  let videoPackets = 0;
  const viewer = await RoomViewer.joinEvent(eventId, {
    onRtp: (kind) => {
      if (kind === 'video') videoPackets++;
    },
  });
  const untilSignal = (signal: string) =>
    until(`the signal is ${signal}`, async () => (await readStream(id)).signal === signal, { timeoutMs: 60_000 });
  try {
    await pressOn(id);
    await until('video arrives in the room', () => videoPackets > 30, { timeoutMs: 60_000 });
    await untilSignal('live');
    encoder.child.kill('SIGKILL');
    await untilSignal('lost');
    await until(
      'the card says that the address does not answer',
      async () => JSON.stringify((await readStream(id)).findings).includes('pull_failed'),
      { timeoutMs: 60_000 },
    );
    listen();
    await untilSignal('live');
    await pressOff(id);
    await untilStatus(id, 'stopped', 30_000);
    expect(gateway.log()).not.toContain('of%20the');
  } catch (cause) {
    throw new Error(`gateway: ${gateway.log().slice(-4_000)}`, { cause });
  } finally {
    await viewer.close();
  }
}, 240_000);

test('an address is tried by a process of its own before it is a camera', async () => {
  const encoder = ffmpeg(camera('-f', 'mpegts', 'pipe:1'));
  // A busy machine may take longer to start an encoder than a try waits for one.
  await until('the encoder sends', () => encoder.output().length > 0, { timeoutMs: 60_000 });
  const server = createServer((_request, response) => {
    response.write(encoder.output());
    encoder.child.stdout?.on('data', (bytes: Buffer) => response.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { organizationId } = await makeIdleStream();
  const id = newId();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.ts`;
  const target = pullTargets.seal(id, { address, isOperators: false });
  await db().pullTry.create({ data: { organizationId, id, target } });
  await openBus().publish({ type: 'pull_try', tryId: id });
  const find = async () => (await db().pullTry.findUniqueOrThrow({ where: { id } })).finding;
  expect(await until('a gateway has tried the address', find, { timeoutMs: 60_000 })).toMatchObject({
    fault: null,
    video: { codec: 'h264' },
    picture: expect.any(String),
  });
  // Nothing keeps the address.
  expect((await db().pullTry.findUniqueOrThrow({ where: { id } })).target).toBe('');
}, 120_000);
