import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { createTallySource } from '@/lib/use-cases/tally/tally-sources';
import type { Stream } from '@/prisma/generated/client';
import { PushSender } from '@/server/web/push/push-sender';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { newDevice, type PushDevice, subscribeDevice } from '../../support/push/push-device';

const soon = { timeout: 20_000 };

let owner: SignedInUser;
let camera: Stream;
beforeEach(async () => {
  await db().organization.deleteMany();
  owner = await makeUser();
  const { id: eventId } = await makeEvent(owner.actor);
  camera = await makeStream(owner.actor, { name: 'Stage', eventId });
}, 30_000);

interface PushService {
  endpoint: string;
  received: { headers: IncomingHttpHeaders; body: Buffer; atMs: number }[];
  status: number;
}

/** A push service of this test. */
async function openService(): Promise<PushService> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      service.received.push({ headers: request.headers, body: Buffer.concat(chunks), atMs: performance.now() });
      response.writeHead(service.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const service: PushService = { endpoint: `http://127.0.0.1:${port}/send/a`, received: [], status: 201 };
  return service;
}

function startSender(allowPrivate = true): void {
  const sender = new PushSender({ allowPrivate });
  sender.start();
  onTestFinished(() => sender.stop());
}

/** Lets the diagnosis find a problem of the camera. */
const raise = (code: string, figures: object = {}) =>
  db().stream.update({
    where: { id: camera.id },
    data: { findings: [{ code, severity: 'critical', figures, since: new Date().toISOString() }] },
  });
const loseCamera = () => raise('camera_lost', { cause: 'silent' });

const device = (service: PushService, kinds?: string[]): Promise<PushDevice> =>
  subscribeDevice(owner.actor, newDevice(service.endpoint, kinds));
const waiting = () => db().pushMessage.count();

test('a lost camera is at the push service within two seconds, encrypted for the device alone', async () => {
  const service = await openService();
  const phone = await device(service);
  startSender();
  const raisedMs = performance.now();
  await loseCamera();
  await expect.poll(() => service.received.length, soon).toBe(1);
  const [{ headers, body, atMs } = { headers: {}, body: Buffer.alloc(0), atMs: 0 }] = service.received;
  process.stdout.write(`alarm to push service: ${Math.round(atMs - raisedMs)} ms\n`);
  expect(phone.decrypt(body)).toEqual({
    web_push: 8030,
    notification: {
      title: 'Stage: Camera lost: nothing arrives.',
      body: 'Check power and network.',
      navigate: expect.stringContaining(`/events/${camera.eventId}`),
      tag: `${camera.id} camera_lost`,
      silent: false,
    },
  });
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '300', urgency: 'high' });
  expect(headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/);
  expect(() => newDevice().decrypt(body)).toThrow();
  await expect.poll(waiting, soon).toBe(0);
});

test('a device is told what it has chosen, and of other cameras only what is on air', async () => {
  const service = await openService();
  const phone = await device(service, ['lost_on_air', 'picture_black']);
  const source = await createTallySource(owner.actor, camera.eventId, { name: 'ATEM', match_by: 'name' });
  const inputs = [{ number: 1, name: 'Stage', program: false, preview: false, stream_id: null }];
  const report = { isLive: true, mapping: { Stage: camera.id } };
  await db().tallySource.update({ where: { id: source.id }, data: { ...report, inputs } });
  startSender();
  await loseCamera();
  await raise('audio_silent', { levelDbfs: -60, audioTrack: null });
  await raise('picture_black');
  await expect.poll(() => service.received.length, soon).toBe(1);
  await expect.poll(waiting, soon).toBe(0);
  expect(phone.decrypt(service.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
    notification: { tag: `${camera.id} picture_black` },
  });
  const onAir = inputs.map((input) => ({ ...input, program: true }));
  await db().tallySource.update({ where: { id: source.id }, data: { inputs: onAir } });
  await loseCamera();
  await expect.poll(() => service.received.length, soon).toBe(2);
});

test('a device that is gone is forgotten, and trouble of its service is tried again', async () => {
  const service = await openService();
  await device(service);
  service.status = 503;
  startSender();
  await loseCamera();
  await expect.poll(() => service.received.length, soon).toBe(1);
  service.status = 410;
  await db().pushMessage.updateMany({ data: { nextAttemptAt: new Date(0) } });
  await expect.poll(() => db().pushSubscription.count(), soon).toBe(0);
  expect(await waiting()).toBe(0);
});

test.each([
  ['whose session is revoked', () => db().authSession.updateMany({ data: { revokedAt: new Date() } })],
  ['whose session is over', () => db().authSession.updateMany({ data: { expiresAt: new Date(0) } })],
  ['of a viewer', () => db().membership.updateMany({ data: { role: 'viewer' } })],
  ['of nobody any more', () => db().membership.deleteMany()],
])('a device %s is told nothing', async (_, end) => {
  const service = await openService();
  await device(service);
  await loseCamera();
  await end();
  startSender();
  await expect.poll(() => db().pushSubscription.count(), soon).toBe(0);
  expect(service.received).toEqual([]);
});

test('an address in this network is not called, and an old alarm is dropped', async () => {
  const service = await openService();
  await device(service);
  await loseCamera();
  startSender(false);
  await expect.poll(async () => (await db().pushMessage.findFirst())?.attempts, soon).toBe(1);
  expect(service.received).toEqual([]);
  await db().pushMessage.updateMany({ data: { createdAt: new Date(Date.now() - 301_000) } });
  await expect.poll(waiting, soon).toBe(0);
});

test('a test of a device whose camera is none', async () => {
  const service = await openService();
  const phone = await device(service);
  const { id: subscriptionId } = await db().pushSubscription.findFirstOrThrow();
  const now = new Date();
  await db().pushMessage.create({
    data: { id: newId(), subscriptionId, code: 'test', createdAt: now, nextAttemptAt: now },
  });
  startSender();
  await expect.poll(() => service.received.length, soon).toBe(1);
  expect(phone.decrypt(service.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({ notification: { tag: 'test' } });
});
