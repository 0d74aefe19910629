import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { webhookTypes } from '@/lib/contracts/organization/webhook-types';
import { webhookPayloadSchema } from '@/lib/contracts/organization/webhooks';
import { db } from '@/lib/platform/db/db';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import { claimDeliveries } from '@/lib/use-cases/webhooks/delivery/claim-deliveries';
import { redeliverWebhook, testWebhook } from '@/lib/use-cases/webhooks/webhook-deliveries';
import { createWebhook, rotateWebhookSecret, updateWebhook } from '@/lib/use-cases/webhooks/webhooks';
import { WebhookSender } from '@/server/web/webhooks/webhook-sender';
import { makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { closeReceiver, openReceiver, type Received, type Receiver } from '../../support/webhooks/receiver';

process.env.WEBHOOK_ALLOW_PRIVATE = 'true';

let owner: SignedInUser;
beforeEach(async () => {
  await db().organization.deleteMany();
  owner = await makeUser();
});

const statusChanges = ['stream.status_changed'] as const;

const add = ({ url }: Pick<Receiver, 'url'>, types: readonly (typeof webhookTypes)[number][] = statusChanges) =>
  createWebhook(owner.actor, { url, event_types: [...types] });

function startSender({ allowPrivate = true } = {}): WebhookSender {
  const sender = new WebhookSender({ allowPrivate });
  sender.start();
  onTestFinished(() => sender.stop());
  return sender;
}

const deliveries = (endpointId: string) =>
  db().webhookDelivery.findMany({ where: { endpointId }, orderBy: { position: 'asc' } });

/** Lets the next attempt of everything be now. */
const skipWaiting = () => db().webhookDelivery.updateMany({ data: { nextAttemptAt: new Date(0) } });

const statusOf = ({ payload }: Received) => (payload.type === 'stream.status_changed' ? payload.data.status : null);

const soon = { timeout: 10_000 };

test('an event arrives, signed as the Standard Webhooks specification says', async () => {
  const receiver = await openReceiver();
  const { secret } = await add(receiver);
  startSender();
  await startStream(owner.actor, (await makeStream(owner.actor)).id);
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const [{ headers, body, payload } = {} as Received] = receiver.received;
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^msg_/) });
  expect(webhookPayloadSchema.parse(payload)).toMatchObject({ data: { status: 'provisioning' } });
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  expect(new Webhook(secret).verify(body, signed)).toEqual(payload);
  expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow('No matching signature');
  // The same by hand, because the sender has its signature from the same library.
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${signed['webhook-id']}.${signed['webhook-timestamp']}.${body}`;
  expect(signed['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
});

test('a webhook of Discord’s form is sent a text, without a signature', async () => {
  const receiver = await openReceiver();
  const url = receiver.url.replace('/hook', '/api/webhooks/1/abc');
  const { id } = await createWebhook(owner.actor, { url, form: 'discord', event_types: ['stream.created'] });
  startSender();
  await testWebhook(owner.actor, id);
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const [{ headers, body } = {} as Received] = receiver.received;
  expect(JSON.parse(body)).toEqual({
    content: '**Test**\nThis is a test. Your webhook works.',
    allowed_mentions: { parse: [] },
  });
  expect(Object.keys(headers)).not.toContain('webhook-signature');
  await expect.poll(async () => (await deliveries(id))[0]?.status, soon).toBe('delivered');
});

test('for a day after a new secret both sign', async () => {
  const receiver = await openReceiver();
  const before = await add(receiver);
  const after = await rotateWebhookSecret(owner.actor, before.id);
  expect(after.secret).not.toBe(before.secret);
  startSender();
  await testWebhook(owner.actor, before.id);
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const [{ headers, body } = {} as Received] = receiver.received;
  for (const { secret } of [before, after]) new Webhook(secret).verify(body, headers as Record<string, string>);
  await db().webhookEndpoint.updateMany({ data: { formerSecretUntil: new Date(0) } });
  await testWebhook(owner.actor, before.id);
  await expect.poll(() => receiver.received.length, soon).toBe(2);
  const last = receiver.received.at(-1);
  expect(() => new Webhook(before.secret).verify(last?.body ?? '', last?.headers as Record<string, string>)).toThrow();
});

test('events of one stream arrive in their order, each after the one before it was answered', async () => {
  const answered: number[] = [];
  const receiver = await openReceiver((response, _, index) => {
    // The first ones take longest.
    setTimeout(
      () => {
        answered.push(index);
        response.writeHead(204).end();
      },
      Math.max(0, 150 - 50 * index),
    );
  });
  await add(receiver);
  const { id } = await makeStream(owner.actor);
  for (let press = 0; press < 3; press++) {
    await startStream(owner.actor, id);
    await stopStream(owner.actor, id);
  }
  startSender();
  await expect.poll(() => answered.length, { timeout: 20_000 }).toBe(9);
  expect(receiver.received.map(statusOf)).toEqual(
    Array.from({ length: 3 }, () => ['provisioning', 'stopping', 'stopped']).flat(),
  );
  expect(answered).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('an event waits for an earlier one of its stream that fails, and overtakes it after five minutes', async () => {
  const receiver = await openReceiver((response, request) => {
    response.writeHead(statusOf(request) === 'provisioning' ? 500 : 204).end();
  });
  const { id: endpointId } = await add(receiver);
  const { id } = await makeStream(owner.actor);
  await startStream(owner.actor, id);
  await stopStream(owner.actor, id);
  startSender();
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  await expect.poll(async () => (await deliveries(endpointId))[0]?.responseStatus, soon).toBe(500);
  const [first, second] = await deliveries(endpointId);
  expect(first).toMatchObject({ status: 'pending', attempts: 1 });
  expect(second).toMatchObject({ status: 'pending', attempts: 0 });
  // Events of another stream do not wait.
  await startStream(owner.actor, (await makeStream(owner.actor)).id);
  await expect.poll(() => receiver.received.length, soon).toBe(2);
  expect(receiver.received.map(statusOf)).toEqual(['provisioning', 'provisioning']);
  const fiveMinutesAgo = new Date(Date.now() - 301_000);
  await db().webhookDelivery.updateMany({ where: { id: first?.id }, data: { createdAt: fiveMinutesAgo } });
  await expect.poll(() => receiver.received.map(statusOf).slice(2), soon).toEqual(['stopping', 'stopped']);
});

test('a receiver that dies and comes back gets what it has missed, once', async () => {
  const first = await openReceiver();
  const { id: endpointId } = await add(first);
  startSender();
  const { id } = await makeStream(owner.actor);
  await startStream(owner.actor, id);
  await expect.poll(() => first.received.length, soon).toBe(1);
  await closeReceiver(first.server);
  await stopStream(owner.actor, id);
  await expect.poll(async () => (await deliveries(endpointId))[1]?.error, soon).toMatch(/^Nothing accepts/);
  const waiting = (await deliveries(endpointId))[1];
  expect(waiting?.status).toBe('pending');
  const waitMs = (waiting?.nextAttemptAt.getTime() ?? 0) - (waiting?.lastAttemptAt?.getTime() ?? 0);
  expect(waitMs).toBeGreaterThan(2_000);
  expect(waitMs).toBeLessThan(10_000);
  const second = await openReceiver(undefined, { port: first.port });
  await skipWaiting();
  await expect.poll(() => second.received.map(statusOf), soon).toEqual(['stopping', 'stopped']);
  await expect
    .poll(async () => (await deliveries(endpointId)).map(({ status }) => status), soon)
    .toEqual(['delivered', 'delivered', 'delivered']);
});

test('what is not accepted within a day is given up', async () => {
  const receiver = await openReceiver((response) => void response.writeHead(503).end('closed'));
  const { id: endpointId } = await add(receiver);
  const { id } = await testWebhook(owner.actor, endpointId);
  await db().webhookDelivery.update({ where: { id }, data: { createdAt: new Date(Date.now() - 24 * 3_600_000) } });
  startSender();
  await expect
    .poll(async () => (await deliveries(endpointId))[0], soon)
    .toMatchObject({ status: 'failed', attempts: 1, responseStatus: 503, responseBody: 'closed' });
});

test('a slow receiver does not hold up another organization', async () => {
  const silent = await openReceiver(() => undefined);
  const quick = await openReceiver();
  const { id: slowId } = await add(silent);
  for (let count = 0; count < 50; count++) await testWebhook(owner.actor, slowId);
  startSender();
  await expect.poll(() => silent.received.length, soon).toBe(8);
  const other = await makeUser();
  const webhook = await createWebhook(other.actor, { url: quick.url, event_types: [...statusChanges] });
  for (let count = 0; count < 20; count++) await testWebhook(other.actor, webhook.id);
  // A request to the silent one takes ten seconds.
  await expect.poll(() => quick.received.length, { timeout: 8_000 }).toBe(20);
  expect(silent.received).toHaveLength(8);
});

describe('processes that share the outbox', () => {
  test('send each event once', async () => {
    const receiver = await openReceiver();
    const { id } = await add(receiver);
    for (let count = 0; count < 60; count++) await testWebhook(owner.actor, id);
    for (let count = 0; count < 3; count++) startSender();
    await expect
      .poll(async () => (await deliveries(id)).every(({ status }) => status === 'delivered'), soon)
      .toBe(true);
    expect(receiver.received).toHaveLength(60);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
  });

  test('send what one of them had claimed when it died', async () => {
    const receiver = await openReceiver();
    const { id } = await add(receiver);
    await testWebhook(owner.actor, id);
    expect(await claimDeliveries({ limit: 10, busyEndpointIds: [] })).toHaveLength(1);
    // It dies here. Until the lease ends nobody else sends it.
    expect(await claimDeliveries({ limit: 10, busyEndpointIds: [] })).toEqual([]);
    const [claimed] = await deliveries(id);
    expect(claimed?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 15_000);
    startSender();
    await skipWaiting();
    await expect.poll(() => receiver.received.length, soon).toBe(1);
    await expect.poll(async () => (await deliveries(id))[0], soon).toMatchObject({ status: 'delivered', attempts: 2 });
  });
});

test('stopping lets what is being sent finish', async () => {
  const receiver = await openReceiver((response) => {
    setTimeout(() => response.writeHead(204).end(), 300);
  });
  const { id } = await add(receiver);
  await testWebhook(owner.actor, id);
  const sender = startSender();
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  await sender.stop();
  expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});

test('a webhook that is off gets tests and redeliveries alone, and what waited is dropped', async () => {
  const receiver = await openReceiver();
  const { id: endpointId } = await add(receiver);
  await startStream(owner.actor, (await makeStream(owner.actor)).id);
  await updateWebhook(owner.actor, endpointId, { is_on: false });
  const [dropped] = await deliveries(endpointId);
  expect(dropped).toMatchObject({ status: 'failed', attempts: 0, error: 'The webhook was switched off.' });
  startSender();
  await testWebhook(owner.actor, endpointId);
  await redeliverWebhook(owner.actor, dropped?.id ?? '');
  await expect.poll(() => receiver.received.length, soon).toBe(2);
  expect(receiver.received.map(({ payload }) => payload.type).sort()).toEqual([
    'stream.status_changed',
    'webhook.test',
  ]);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toContain(`msg_${dropped?.messageId}`);
});

test('nothing is sent to a private address unless that is allowed', async () => {
  const receiver = await openReceiver();
  const { id } = await add(receiver);
  await testWebhook(owner.actor, id);
  startSender({ allowPrivate: false });
  await expect
    .poll(async () => (await deliveries(id))[0], soon)
    .toMatchObject({ responseStatus: null, error: expect.stringContaining('not on the internet') });
  expect(receiver.received).toEqual([]);
});
