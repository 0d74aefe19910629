import { beforeEach, describe, expect, test } from 'vitest';
import * as redeliver from '@/app/api/v1/webhook_deliveries/[id]/redeliver/route';
import * as deliveries from '@/app/api/v1/webhooks/[id]/deliveries/route';
import * as rotateSecret from '@/app/api/v1/webhooks/[id]/rotate_secret/route';
import * as one from '@/app/api/v1/webhooks/[id]/route';
import * as testing from '@/app/api/v1/webhooks/[id]/test/route';
import * as list from '@/app/api/v1/webhooks/route';
import type { WebhookDeliveryJson, WebhookWithSecretJson } from '@/lib/contracts/organization/webhooks';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { type Answer, call } from '../../support/api/api';
import { makeColleague, makeUser, type SignedInUser } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';

const url = 'https://hooks.example.com/sightline';

let owner: SignedInUser;
beforeEach(async () => {
  owner = await makeUser();
}, 30_000);

const create = (webhook: object, { token } = owner) => call(list.POST, { method: 'POST', token, body: { webhook } });

async function add(): Promise<WebhookWithSecretJson> {
  const { status, body } = await create({ url, event_types: ['stream.deleted', 'stream.created'] });
  expect(status).toBe(201);
  return (body as { data: WebhookWithSecretJson }).data;
}

const listed = async () => (await call(list.GET, { token: owner.token })).body;
const deliveryIn = ({ body }: Answer) => (body as { data: WebhookDeliveryJson }).data;

describe('a webhook', () => {
  test('is added with a secret that no other answer shows', async () => {
    const { attributes } = await add();
    expect(attributes).toMatchObject({ url, event_types: ['stream.deleted', 'stream.created'], is_on: true });
    expect(attributes.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(JSON.stringify(await listed())).not.toContain(attributes.secret);
  });

  test('is changed, switched off and on, and deleted', async () => {
    const { id } = await add();
    const params = { id };
    const change = (webhook: object) =>
      call(one.PATCH, { method: 'PATCH', token: owner.token, params, body: { webhook } });
    const changes = { url: 'https://other.example.com/', event_types: ['stream.incident'], is_on: false };
    expect((await change(changes)).body).toMatchObject({ data: { attributes: changes } });
    expect((await change({ is_on: true })).body).toMatchObject({ data: { attributes: { ...changes, is_on: true } } });
    await call(one.DELETE, { method: 'DELETE', token: owner.token, params });
    expect(await listed()).toEqual({ data: [] });
    expect(await change({ is_on: true })).toMatchObject({ status: 404 });
  });

  test('sends JSON unless it has another form, which takes its service’s addresses alone', async () => {
    const { id, attributes } = await add();
    expect(attributes.form).toBe('json');
    const change = (webhook: object) =>
      call(one.PATCH, { method: 'PATCH', token: owner.token, params: { id }, body: { webhook } });
    expect(await change({ form: 'discord' })).toMatchObject({
      status: 422,
      body: { error: { errors: { 'webhook.url': [expect.stringContaining('discord.com')] } } },
    });
    expect(await listed()).toMatchObject({ data: [{ attributes: { form: 'json' } }] });
    const discord = { url: 'https://discord.com/api/webhooks/123/abc', form: 'discord' };
    expect((await change(discord)).body).toMatchObject({ data: { attributes: discord } });
    expect(await change({ url })).toMatchObject({ status: 422 });
  });

  test('gets a new secret', async () => {
    const { id, attributes } = await add();
    const { body } = await call(rotateSecret.POST, { method: 'POST', token: owner.token, params: { id } });
    const after = (body as { data: WebhookWithSecretJson }).data.attributes;
    expect(after.secret).not.toBe(attributes.secret);
    expect(new Date(after.former_secret_until ?? 0).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  test.each([
    ['no address', { event_types: ['stream.created'] }, 'webhook.url'],
    ['what is no address', { url: 'example', event_types: ['stream.created'] }, 'webhook.url'],
    ['another protocol', { url: 'file:///etc/passwd', event_types: ['stream.created'] }, 'webhook.url'],
    ['a password in it', { url: 'https://a:b@example.com/', event_types: ['stream.created'] }, 'webhook.url'],
    ['no encryption', { url: 'http://example.com/', event_types: ['stream.created'] }, 'webhook.url'],
    ['this machine', { url: 'https://127.0.0.1/', event_types: ['stream.created'] }, 'webhook.url'],
    ['a cloud’s metadata', { url: 'https://169.254.169.254/', event_types: ['stream.created'] }, 'webhook.url'],
    ['a form that nobody knows', { url, form: 'fax', event_types: ['stream.created'] }, 'webhook.form'],
    ['the address of another service', { url, form: 'telegram', event_types: ['stream.created'] }, 'webhook.url'],
    ['no events', { url, event_types: [] }, 'webhook.event_types'],
    ['an unknown event', { url, event_types: ['stream.exploded'] }, 'webhook.event_types[0]'],
    ['an event twice', { url, event_types: ['stream.created', 'stream.created'] }, 'webhook.event_types'],
  ])('with %s is refused', async (_, webhook, field) => {
    const { status, body } = await create(webhook);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { errors: { [field]: [expect.stringMatching(/\.$/)] } } });
    expect(await listed()).toEqual({ data: [] });
  });

  test('is refused beyond the tenth, also of many at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create({ url, event_types: ['stream.created'] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { error: { code: 'limit_reached', message: expect.stringContaining('10 webhooks') } },
    });
  });

  test.each(['member', 'viewer'] as const)('is nothing for a %s', async (role) => {
    const { id } = await add();
    const { token } = await makeColleague(owner.actor, role);
    expect(await call(list.GET, { token })).toMatchObject({ status: 403 });
    expect(
      await create({ url, event_types: ['stream.created'] }, await makeColleague(owner.actor, role)),
    ).toMatchObject({
      status: 403,
    });
    expect(await call(deliveries.GET, { token, params: { id } })).toMatchObject({ status: 403 });
  });
});

describe('deliveries', () => {
  test('are listed newest first, with what is sent, in pages', async () => {
    const { id } = await add();
    const send = () => call(testing.POST, { method: 'POST', token: owner.token, params: { id } });
    const sent = [deliveryIn(await send()), deliveryIn(await send()), deliveryIn(await send())];
    expect(sent[0]?.attributes).toMatchObject({
      event_type: 'webhook.test',
      status: 'pending',
      attempts: 0,
      payload: { type: 'webhook.test', data: { message: expect.any(String) } },
    });
    const page = async (query: Record<string, string>) =>
      (await call(deliveries.GET, { token: owner.token, params: { id }, query })).body as {
        data: WebhookDeliveryJson[];
        meta: { next_cursor: string };
      };
    const first = await page({ limit: '2' });
    const second = await page({ limit: '2', cursor: first.meta.next_cursor });
    const ids = [...first.data, ...second.data].map((delivery) => delivery.id);
    expect(ids).toEqual(sent.map((delivery) => delivery.id).reverse());
    expect(second.meta.next_cursor).toBeNull();
  });

  test('are sent again under the same message id', async () => {
    const { id } = await add();
    const sent = deliveryIn(await call(testing.POST, { method: 'POST', token: owner.token, params: { id } }));
    await db().webhookDelivery.update({ where: { id: sent.id }, data: { status: 'failed', attempts: 20 } });
    const again = deliveryIn(
      await call(redeliver.POST, { method: 'POST', token: owner.token, params: { id: sent.id } }),
    );
    expect(again.id).not.toBe(sent.id);
    expect(again.attributes).toMatchObject({
      message_id: sent.attributes.message_id,
      payload: sent.attributes.payload,
      status: 'pending',
      attempts: 0,
    });
    const unknown = await call(redeliver.POST, { method: 'POST', token: owner.token, params: { id: newId() } });
    expect(unknown.status).toBe(404);
  });

  test('that somebody asks for end after sixty in ten minutes, tests and others together', async () => {
    const { id } = await add();
    const send = () => call(testing.POST, { method: 'POST', token: owner.token, params: { id } });
    const sent = deliveryIn(await send());
    await setUses('webhook_requested', owner.actor.organizationId, 59);
    const again = () => call(redeliver.POST, { method: 'POST', token: owner.token, params: { id: sent.id } });
    expect(await again()).toMatchObject({ status: 201 });
    expect(await send()).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
    expect(await again()).toMatchObject({ status: 429 });
    expect(await db().webhookDelivery.count({ where: { endpointId: id } })).toBe(2);
  });
});
