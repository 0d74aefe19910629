import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { mintViewerToken } from '@/lib/platform/livekit/room-tokens';
import type { Stream } from '@/prisma/generated/client';
import { ApiClient } from '../support/api/api-client';
import { makeStream, makeUser, type SignedInUser } from '../support/api/factories';
import { startRedis, type TestRedis } from '../support/bus/redis';
import { type CableClient, type ClientSubscription, clients } from '../support/cable/cable-clients';
import { shownNames } from '../support/cable/shown-names';
import { type BarcodeCamera, startBarcodeCamera } from '../support/camera/barcode-camera';
import { stopFfmpegs } from '../support/camera/ffmpeg';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../support/gateway/gateway-process';
import { readStream, untilStatus } from '../support/gateway/reconciler';
import { type Balancer, openBalancer } from '../support/network/balancer';
import { freeTcpPort } from '../support/network/free-port';
import { type Program, startProgram } from '../support/product/program';
import { OwnLivekit } from '../support/room/own-livekit';
import { RoomDecoder, type SeenFrame } from '../support/room/room-decoder';
import { RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';

/*
 * Two web programs behind one address, two gateways, Redis, LiveKit, real workers, a camera and 200 dashboards. Each
 * test leaves everything as the next one needs it.
 */

const socketCount = 200;
const changeIntervalMs = 500;
const takeoverWithinMs = 10_000;

const gateways = new Map<string, GatewayProcess>();
const opened: CableClient[] = [];
const webs: Program[] = [];
let webPorts: number[] = [];
let stateDir: string;
let redis: TestRedis;
let livekit: OwnLivekit;
let balancer: Balancer;
let user: SignedInUser;
let stream: Stream;
let subscriptions: ClientSubscription[];
let camera: BarcodeCamera;
/** Ids of the gateway that holds the stream, and of the one that the camera calls. */
let holder: string;
let called: string;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  stateDir = await mkdtemp(path.join(tmpdir(), 'sightline-workers-'));
  redis = await startRedis();
  livekit = await OwnLivekit.start();
  user = await makeUser();
  stream = await makeStream(user.actor);
  webPorts = [await freeTcpPort(), await freeTcpPort()];
  for (const port of webPorts) webs.push(await startWeb(port));
  balancer = await openBalancer(webPorts);
  for (const gatewayId of ['gateway-a', 'gateway-b']) await startGatewayAs(gatewayId);
  await userAt(balancer.port).call('POST /streams/{id}/start', { params: { id: stream.id } });
  const { leaseOwner } = await untilStatus(stream.id, 'active', 30_000);
  holder = leaseOwner ?? '';
  called = holder === 'gateway-a' ? 'gateway-b' : 'gateway-a';
  camera = startBarcodeCamera({
    urls: [`srt://127.0.0.1:${gateways.get(called)?.ingestPort}?mode=caller&streamid=${stream.streamKey}`],
    width: 320,
    height: 180,
    bitrateKbps: 400,
    hasAudio: false,
  });
  subscriptions = Array.from({ length: socketCount }, (_, index) => {
    const [, connect] = clients[index % clients.length] ?? [];
    if (!connect) throw new Error('no client');
    const client = connect(`ws://127.0.0.1:${balancer.port}/cable`, user.token);
    opened.push(client);
    return client.subscribe('StreamsChannel');
  });
  await until('all pages have their streams', () => subscriptions.every(({ messages }) => messages.length > 0), {
    timeoutMs: 60_000,
  });
}, 180_000);

afterAll(async () => {
  for (const client of opened) client.close();
  stopFfmpegs();
  camera?.stop();
  balancer?.close();
  for (const { child, ended } of gateways.values()) {
    child.kill('SIGTERM');
    await ended;
  }
  for (const web of webs) await stop(web);
  await livekit?.stop();
  await redis?.stop();
  await rm(stateDir, { recursive: true, force: true });
  await removeGateway();
});

function startWeb(port: number): Promise<Program> {
  const { DATABASE_URL = '', AUTH_SECRET = '', LIVEKIT_API_KEY = '', LIVEKIT_API_SECRET = '' } = process.env;
  return startProgram('web', {
    DATABASE_URL,
    AUTH_SECRET,
    LIVEKIT_API_KEY,
    LIVEKIT_API_SECRET,
    LIVEKIT_URL: livekit.url,
    REDIS_URL: redis.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  });
}

async function stop(program: Program): Promise<void> {
  program.process.kill('SIGTERM');
  await program.exitCode;
}

/** @param before its predecessor, whose ports it takes */
async function startGatewayAs(gatewayId: string, before?: GatewayProcess): Promise<void> {
  const settings: Record<string, string> = {
    GATEWAY_ID: gatewayId,
    WORKER_STATE_DIR: stateDir,
    LIVEKIT_URL: livekit.url,
    REDIS_URL: redis.url,
  };
  if (before) {
    settings.SRT_INGEST_PORT = String(before.ingestPort);
    settings.SRT_VIEW_PORT = String(before.viewPort);
  }
  gateways.set(gatewayId, await startGateway(settings));
}

/** The user, who must be answered by whichever web is there. */
const userAt = (port: number) => new ApiClient(`http://127.0.0.1:${port}`, user.token, { connection: 'close' });

async function rename(port: number, name: string): Promise<void> {
  const call = { params: { id: stream.id }, body: { stream: { name } } };
  const answer = await until(
    `the stream may be named ${name}`,
    () =>
      userAt(port)
        .ask('PATCH /streams/{id}', call)
        .catch(() => null),
    { timeoutMs: 20_000 },
  );
  expect(answer.status).toBe(200);
}

const untilAllShow = (name: string) =>
  until(`all pages show ${name}`, () => subscriptions.every((each) => shownNames(each, stream.id).at(-1) === name), {
    timeoutMs: 60_000,
  });

/** A viewer who joins now sees frames that are captured from now on. */
async function expectPicture(): Promise<void> {
  const sinceMs = Date.now();
  const frames: SeenFrame[] = [];
  const decoder = new RoomDecoder({ onFrame: (frame) => frames.push(frame) });
  const token = mintViewerToken(stream.eventId, 'viewer');
  const viewer = await RoomViewer.join(
    { url: livekit.url, token },
    { onRtp: (kind, packet) => decoder.push(kind, packet) },
  );
  try {
    await until(
      'a new frame of the camera arrives',
      () => frames.some(({ arrivedMs, ageMs }) => ageMs !== null && arrivedMs - ageMs > sinceMs),
      { timeoutMs: 30_000 },
    );
  } finally {
    await viewer.close();
    decoder.close();
  }
}

async function expectSameConnection(): Promise<void> {
  await until('the stream’s signal is live', async () => (await readStream(stream.id)).signal === 'live', {
    timeoutMs: 20_000,
  });
  expect(camera.log(), 'what the encoder says of its connection').toBe('');
  expect(await db().streamMetric.count({ where: { streamId: stream.id, reconnectCount: { not: 0 } } })).toBe(0);
}

test('a change by one web reaches browsers on the other', { timeout: 120_000 }, async () => {
  for (const [index, port] of webPorts.entries()) {
    await rename(port, `By web ${index + 1}`);
    await untilAllShow(`By web ${index + 1}`);
  }
  await expectPicture();
  await expectSameConnection();
});

test('a gateway that is killed has its streams served by the other within 10 s', { timeout: 120_000 }, async () => {
  const victim = gateways.get(holder);
  victim?.child.kill('SIGKILL');
  await victim?.ended;
  await until('the other gateway holds the stream', async () => (await readStream(stream.id)).leaseOwner === called, {
    timeoutMs: takeoverWithinMs,
  });
  await expectPicture();
  await rename(balancer.port, 'After the takeover');
  await untilAllShow('After the takeover');
  await expectSameConnection();
  await startGatewayAs(holder, victim);
});

test('started again one after the other they lose no message and no encoder', { timeout: 240_000 }, async () => {
  let isRolling = true;
  let take = 0;
  const changing = (async () => {
    for (; isRolling; await sleep(changeIntervalMs)) await rename(balancer.port, `Take ${++take}`);
  })();
  try {
    for (const [index, port] of webPorts.entries()) {
      await stop(webs[index] as Program);
      webs[index] = await startWeb(port);
      await until('all sockets are connected again', () => opened.every((client) => client.isConnected()), {
        timeoutMs: 60_000,
      });
    }
    for (const [gatewayId, before] of [...gateways]) {
      before.child.kill('SIGUSR2');
      expect(await before.ended).toBe(0);
      await startGatewayAs(gatewayId, before);
      await expectPicture();
    }
  } finally {
    isRolling = false;
  }
  await changing;
  await untilAllShow(`Take ${take}`);
  for (const each of subscriptions) {
    const takes = shownNames(each, stream.id).flatMap((name) => Number(/^Take (\d+)$/.exec(name)?.[1] ?? 0));
    expect(takes, 'no page goes back in time').toEqual(takes.toSorted((a, b) => a - b));
    expect(each.events).not.toContain('rejected');
  }
  await expectSameConnection();
});

test('pictures come back after a restart of LiveKit', { timeout: 120_000 }, async () => {
  await livekit.kill();
  await until('the stream is provisioning', async () => (await readStream(stream.id)).status === 'provisioning', {
    timeoutMs: 30_000,
  });
  await livekit.restart();
  await expectPicture();
  await untilStatus(stream.id, 'active', 30_000);
  await expectSameConnection();
});
