import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished } from 'vitest';
import type { Actor } from '@/lib/auth/actor';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { rotateKey, rotateViewKey } from '@/lib/use-cases/streams/stream-keys';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import type { Stream } from '@/prisma/generated/client';
import { destinationSocketId, isShutdown } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { makeMember } from '../support/api/factories';
import { openPostgresProxy } from '../support/bus/postgres-proxy';
import { type GatewayFixtures, gatewayTest as test } from '../support/fixtures/gateway-test';
import {
  copyGateway,
  endLeftWorkers,
  type GatewayProcess,
  removeGateway,
  spawnGateway,
} from '../support/gateway/gateway-process';
import {
  makeIdleStream,
  pressOff,
  pressOn,
  readHistory,
  readStream,
  untilBeats,
  untilStatus,
} from '../support/gateway/reconciler';
import { call, type RawPeer, rawPeer, sendMedia } from '../support/gateway/srt-peers';
import { descendants } from '../support/product/processes';
import { until } from '../support/until';

let stream: Stream;

beforeAll(() => copyGateway());
afterAll(removeGateway);

beforeEach(async () => {
  onTestFinished(async () => {
    await endLeftWorkers();
    await db().gateway.deleteMany();
    await db().stream.deleteMany();
  });
  stream = await makeIdleStream();
});

/** Whether a worker still listens at its address. */
async function listens(podIp: string): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.bind(20_011, podIp);
  const isFree = await once(socket, 'listening').then(
    () => true,
    () => false,
  );
  if (isFree) socket.close();
  return !isFree;
}

async function callGateway(port: number, streamKey: string) {
  const peer = await rawPeer(port);
  onTestFinished(() => peer.close());
  return call(peer, 7, streamKey);
}

test('an encoder is admitted while its stream is starting, and disconnected when it is switched off', async ({
  startGateway,
  openPeer,
}) => {
  const gateway = await startGateway('gateway-a');
  expect(await callGateway(gateway.ingestPort, stream.streamKey)).toBe(1423);
  await pressOn(stream.id);
  const encoder = await openPeer(gateway.ingestPort);
  // On a busy machine a start takes longer than a caller waits, and encoders call again.
  const isAccepted = async () => (await call(encoder, 7, `#!::r=${stream.streamKey},m=publish`)) === 'accepted';
  await until('the gateway has admitted the encoder', isAccepted, { timeoutMs: 20_000 });
  await until('the stream’s signal is live', async () => (await readStream(stream.id)).signal === 'live');
  const stopMedia = sendMedia(encoder);
  expect(await callGateway(gateway.ingestPort, stream.streamKey)).toBe(1409);
  stopMedia();
  await pressOff(stream.id);
  await until('the encoder is disconnected', () => encoder.received.some(isShutdown));
  expect(await callGateway(gateway.ingestPort, stream.streamKey)).toBe(1423);
  await untilStatus(stream.id, 'stopped');
  const codes = await readHistory(stream.id);
  expect(codes.filter((code) => code.startsWith('encoder_'))).toEqual(['encoder_refused_off', 'encoder_refused_busy']);
});

describe('when a secret changes, an encoder with the old one is disconnected', () => {
  const readActor = async (): Promise<Actor> => (await makeMember(stream.organizationId, 'owner')).actor;

  async function goLive({
    startGateway,
    openPeer,
  }: Pick<GatewayFixtures, 'startGateway' | 'openPeer'>): Promise<{ gateway: GatewayProcess; encoder: RawPeer }> {
    const gateway = await startGateway('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    expect(await callGateway(gateway.viewPort, stream.viewKey), 'nothing to view yet').toBe(1424);
    expect(await callGateway(gateway.viewPort, stream.streamKey), 'nor by this key').toBe(1424);
    expect(await callGateway(gateway.ingestPort, stream.viewKey), 'which only shows').toBe(1403);
    const encoder = await openPeer(gateway.ingestPort);
    expect(await call(encoder, 7, stream.streamKey)).toBe('accepted');
    await until('the stream’s signal is live', async () => (await readStream(stream.id)).signal === 'live');
    return { gateway, encoder };
  }

  test('the stream key: the old one is refused, and the new one admitted', async ({ startGateway, openPeer }) => {
    const { gateway, encoder } = await goLive({ startGateway, openPeer });
    const { streamKey } = await rotateKey(await readActor(), stream.id);
    await until('the encoder is disconnected', () => encoder.received.some(isShutdown));
    expect(await callGateway(gateway.ingestPort, stream.streamKey)).toBe(1404);
    expect(await callGateway(gateway.viewPort, stream.streamKey)).toBe(1404);
    expect(await callGateway(gateway.ingestPort, streamKey)).toBe('accepted');
    expect(await readHistory(stream.id)).toContain('key_changed');
  });

  test('the view key: the old one is refused, the new one admitted, and the encoder stays', async ({
    startGateway,
    openPeer,
  }) => {
    const { gateway, encoder } = await goLive({ startGateway, openPeer });
    const viewer = await openPeer(gateway.viewPort);
    // The fake worker shows nothing, so a viewer waits for it until it is disconnected.
    const answer = call(viewer, 8, stream.viewKey);
    await sleep(500);
    const { viewKey } = await rotateViewKey(await readActor(), stream.id);
    expect(await answer).toBe(1404);
    expect(viewer.received.some(isShutdown), 'the disconnection').toBe(true);
    expect(await callGateway(gateway.viewPort, viewKey), 'which is known').toBe(1503);
    expect(encoder.received.some(isShutdown)).toBe(false);
    expect(await readHistory(stream.id)).toEqual(
      expect.arrayContaining(['view_key_changed', 'viewer_refused_old_key']),
    );
  });

  test('the passphrase: another worker with the new one runs the stream', async ({ startGateway, openPeer }) => {
    const { gateway, encoder } = await goLive({ startGateway, openPeer });
    const { podIp } = await readStream(stream.id);
    await updateStream(await readActor(), stream.id, { passphrase: 'another-passphrase' });
    await until('the encoder is disconnected', () => encoder.received.some(isShutdown));
    expect(await callGateway(gateway.ingestPort, stream.streamKey), 'waits for the new worker').toBe('accepted');
    expect((await readStream(stream.id)).podIp).not.toBe(podIp);
    expect(gateway.log()).not.toContain('another-passphrase');
    expect(await readHistory(stream.id)).not.toContain('status_error');
  });
});

test('when a worker is killed, the encoders of other streams notice nothing', async ({ startGateway, openPeer }) => {
  const gateway = await startGateway('gateway-a');
  const other = await makeIdleStream();
  const encoders: RawPeer[] = [];
  const workersOf = ({ id }: Stream) =>
    descendants(gateway.child.pid ?? 0).flatMap(({ command, pid }) =>
      command.includes(`worker-${id.slice(-12)}-`) ? pid : [],
    );
  for (const { id, streamKey } of [stream, other]) {
    await pressOn(id);
    await untilStatus(id, 'active');
    const encoder = await openPeer(gateway.ingestPort);
    expect(await call(encoder, 7, streamKey)).toBe('accepted');
    encoders.push(encoder);
  }
  const [worker = 0, otherWorker] = [...workersOf(stream), ...workersOf(other)];
  expect(otherWorker).toBeDefined();
  process.kill(worker, 'SIGKILL');
  await until('the first encoder is disconnected', () => encoders[0]?.received.some(isShutdown));
  await until('the history has the stream’s return', async () => (await readHistory(stream.id)).length === 4);
  expect(encoders[1]?.received.filter(isShutdown)).toEqual([]);
  expect(await readHistory(other.id)).toEqual(['status_provisioning', 'status_active']);
  expect(workersOf(other)).toEqual([otherWorker]);
});

test('when a gateway is killed, its successor disconnects the callers', async ({ startGateway, openPeer }) => {
  const first = await startGateway('gateway-a');
  await pressOn(stream.id);
  await untilStatus(stream.id, 'active');
  const encoder = await openPeer(first.ingestPort);
  expect(await call(encoder, 7, stream.streamKey)).toBe('accepted');
  const connectionCount = () => db().srtConnection.count();
  await until('the connection is recorded', async () => (await connectionCount()) === 1);
  // One connection of a port that this gateway no longer has, and one at its own port to a worker that has ended.
  const open = await db().srtConnection.findFirstOrThrow();
  await db().srtConnection.create({ data: { ...open, localPort: 9 } });
  const { localPort } = open;
  await db().srtConnection.updateMany({ where: { localPort }, data: { workerId: 'an earlier worker' } });
  first.child.kill('SIGKILL');
  await first.ended;

  const ports = { SRT_INGEST_PORT: String(first.ingestPort), SRT_VIEW_PORT: String(first.viewPort) };
  const second = await startGateway('gateway-a', ports);
  await until('the encoder has received three SHUTDOWNs', () => encoder.received.filter(isShutdown).length === 3);
  expect(encoder.received.filter(isShutdown).map(destinationSocketId)).toEqual([7, 7, 7]);
  const returned = await openPeer(first.ingestPort);
  expect(await call(returned, 9, stream.streamKey)).toBe('accepted');
  await until('the new connection alone is recorded', async () => (await connectionCount()) === 1);
  second.child.kill('SIGTERM');
  await second.ended;
  expect(await connectionCount()).toBe(0);
});

test.for<[string, (gateway: GatewayProcess) => void]>([
  ['SIGTERM', (gateway) => gateway.child.kill('SIGTERM')],
  ['SIGINT', (gateway) => gateway.child.kill('SIGINT')],
  ['the end of its parent', (gateway) => gateway.child.disconnect()],
])('on %s a gateway ends in order and releases its streams', async ([, end], { startGateway }) => {
  const gateway = await startGateway('gateway-a');
  await pressOn(stream.id);
  const { podIp } = await untilStatus(stream.id, 'active');
  end(gateway);
  expect(await Promise.race([gateway.ended, sleep(10_000, 'too slow')])).toBe(0);
  expect(await listens(podIp ?? '')).toBe(false);
  expect(await readStream(stream.id)).toMatchObject({ status: 'active', leaseOwner: null });
});

test('while Postgres is away for longer than all permits, workers keep running, and missed requests are done afterwards', async ({
  startGateway,
}) => {
  const proxy = await openPostgresProxy(databaseEnv().DATABASE_URL);
  onTestFinished(() => proxy.close());
  const gateway = await startGateway('gateway-a', { DATABASE_URL: proxy.url });
  await pressOn(stream.id);
  const { podName, podIp } = await untilStatus(stream.id, 'active');
  const { heartbeat } = await db().gateway.findUniqueOrThrow({ where: { id: 'gateway-a' } });
  proxy.cut();
  await sleep(12_000);
  expect(await listens(podIp ?? ''), 'the worker keeps running').toBe(true);
  proxy.restore();
  await until(
    'the gateway’s heart has beaten three times more',
    async () => (await db().gateway.count({ where: { heartbeat: { gt: heartbeat + 2 } } })) === 1,
  );
  expect(await readStream(stream.id)).toMatchObject({ status: 'active', podName });
  proxy.cut();
  await pressOff(stream.id);
  await sleep(500);
  proxy.restore();
  await untilStatus(stream.id, 'stopped');
  expect(gateway.child.exitCode).toBeNull();
});

test('a silently dead connection to Postgres is replaced', async ({ startGateway }) => {
  const proxy = await openPostgresProxy(databaseEnv().DATABASE_URL);
  onTestFinished(() => proxy.close());
  await startGateway('gateway-a', { DATABASE_URL: proxy.url });
  await pressOn(stream.id);
  await untilStatus(stream.id, 'active');
  proxy.freeze();
  await pressOff(stream.id);
  // The first statement takes ten seconds to be given up, and all idle connections are with it.
  await untilStatus(stream.id, 'stopped', 25_000);
});

describe('a refused caller', () => {
  const encoderIncidents = () =>
    db().streamIncident.findMany({ where: { streamId: stream.id, code: { startsWith: 'encoder_' } } });

  test('of a stream that is off shows in the history, at most once in ten seconds', async ({ startGateway }) => {
    const gateway = await startGateway('gateway-a');
    for (let count = 0; count < 3; count++) {
      expect(await callGateway(gateway.ingestPort, stream.streamKey)).toBe(1423);
    }
    await until('the history has an incident of the encoder', async () => (await encoderIncidents()).length > 0);
    await untilBeats('gateway-a', 1);
    expect(await encoderIncidents()).toMatchObject([
      {
        code: 'encoder_refused_off',
        severity: 'warning',
        message: expect.stringContaining('while the camera was off'),
      },
    ]);
  });

  test('with an unknown key leaves neither a row nor the key in the log', async ({ startGateway }) => {
    const gateway = await startGateway('gateway-a');
    for (let count = 0; count < 3; count++) {
      expect(await callGateway(gateway.viewPort, 'a-key-of-nobody')).toBe(1404);
    }
    expect(await db().streamIncident.count()).toBe(0);
    expect(gateway.log()).not.toContain('a-key-of-nobody');
    expect(gateway.log().match(/refused a caller/g)).toHaveLength(1);
  });
});

test('its workers cannot read its secrets in its environment, and it has them all the same', async ({
  startGateway,
}) => {
  const { LIVEKIT_API_SECRET } = livekitEnv();
  const token = `scrape-${newId()}`;
  const gateway = await startGateway('gateway-a', { METRICS_TOKEN: token });
  await pressOn(stream.id);
  await untilStatus(stream.id, 'active');
  // As every process of the same user can, a worker among them.
  const shown = readFileSync(`/proc/${gateway.child.pid}/environ`, 'utf8')
    .split('\0')
    .filter((entry) => !entry.startsWith('TEST_'))
    .join(' ');
  expect(shown).toContain('GATEWAY_ID=gateway-a');
  for (const secret of [databaseEnv().DATABASE_URL, LIVEKIT_API_SECRET, token]) expect(shown).not.toContain(secret);
});

test('a gateway whose port is in use reports it in one sentence', async ({ startGateway }) => {
  const gateway = await startGateway('gateway-a');
  const second = await spawnGateway({ GATEWAY_ID: 'gateway-b', SRT_INGEST_PORT: String(gateway.ingestPort) });
  expect(await second.ended).toBe(1);
  expect(second.log()).toContain(`UDP port ${gateway.ingestPort} is in use`);
});
