import Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { POST as notify } from '@/app/api/v1/billing/stripe/route';
import * as plan from '@/app/api/v1/plan/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { type Answer, call } from '../support/api/api';
import { makeColleague, makeUser, type SignedInUser } from '../support/api/factories';
import { openStripeServer } from '../support/billing/stripe-server';

const stripe = await openStripeServer();
afterAll(() => stripe.close());
const webhookSecret = 'whsec_test_stand_in';
Object.assign(process.env, {
  PLAN_LIMITS: 'on',
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: stripe.url,
  PUBLIC_URL: 'https://shows.example.com',
});

let owner: SignedInUser;
let organizationId: string;
beforeEach(async () => {
  Object.assign(stripe, { sent: [], isDown: false });
  owner = await makeUser();
  organizationId = owner.actor.organizationId;
}, 30_000);

const read = async () => ((await call(plan.GET, { token: owner.token })).body as { data: object }).data;
const choose = (slug: string, period?: string, { token } = owner) =>
  call(plan.PUT, { method: 'PUT', token, body: { plan: { slug, period } } });
const newSubscriptionId = () => `sub_${newId().replaceAll('-', '')}`;

/** Changes what Stripe has. @param key the lookup key of what is paid for */
function put(id: string, status: string, key = 'starter_month', of = organizationId): void {
  stripe.subscriptions.set(id, {
    id,
    object: 'subscription',
    status,
    customer: 'cus_1',
    metadata: { organization_id: of },
    items: { object: 'list', data: [{ price: { lookup_key: key } }] },
  });
}

interface Notification {
  type?: string;
  secret?: string;
  ageSeconds?: number;
  of?: string;
}

/** Sends what Stripe sends of a subscription, signed by Stripe's own library. */
async function send(
  id: string,
  { type = 'updated', secret = webhookSecret, ...rest }: Notification = {},
): Promise<Answer> {
  const { ageSeconds = 0, of = organizationId } = rest;
  const object = { id, object: 'subscription', metadata: { organization_id: of } };
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: `customer.subscription.${type}`,
    data: { object },
  });
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = new Stripe('sk_unused').webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const request = new Request('http://127.0.0.1:3000/api/v1/billing/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' },
    body: payload,
  });
  const response = await notify(request, { params: Promise.resolve({}) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

describe('an owner who chooses a plan', () => {
  test('goes on at Stripe’s page for it', async () => {
    expect((await choose('small-event', 'year')).body).toMatchObject({
      data: { slug: 'free', chosen_slug: 'small-event', can_pay: true, payment_url: `${stripe.url}/pay` },
    });
    const [, checkout] = stripe.sent;
    expect(checkout).toEqual({
      path: '/v1/checkout/sessions',
      form: {
        mode: 'subscription',
        'line_items[0][price]': 'price_small-event_year',
        'line_items[0][quantity]': '1',
        success_url: 'https://shows.example.com/organization/plan',
        cancel_url: 'https://shows.example.com/organization/plan',
        client_reference_id: organizationId,
        customer_email: owner.email,
        'subscription_data[metadata][organization_id]': organizationId,
      },
    });
  });

  test('and pays already goes on at Stripe’s page for customers, and keeps the plan', async () => {
    const id = newSubscriptionId();
    put(id, 'active');
    await send(id);
    for (const slug of ['free', 'small-event', 'starter']) {
      expect((await choose(slug)).body).toMatchObject({
        data: { slug: 'starter', chosen_slug: null, is_paying: true, payment_url: `${stripe.url}/portal` },
      });
    }
    expect(stripe.sent.at(-1)?.form).toEqual({
      customer: 'cus_1',
      return_url: 'https://shows.example.com/organization/plan',
    });
  });

  test('hears of it where Stripe is down', async () => {
    stripe.isDown = true;
    const { status, body } = await choose('starter');
    expect(status).toBe(503);
    expect(body).toMatchObject({
      error: { message: expect.stringMatching(/^Payments are not possible at the moment/) },
    });
  });

  test('is the only one who may', async () => {
    const admin = await makeColleague(owner.actor, 'admin');
    expect((await choose('starter', 'month', admin)).status).toBe(403);
    expect(stripe.sent).toEqual([]);
  });
});

describe('a notification', () => {
  test('gives what is paid for, once or twice', async () => {
    await choose('starter');
    const id = newSubscriptionId();
    put(id, 'active');
    for (let count = 0; count < 2; count++) {
      expect((await send(id)).status).toBe(204);
      expect(await read()).toMatchObject({ slug: 'starter', chosen_slug: null, is_paying: true, max_streams_on: 4 });
    }
  });

  test.each([
    ['active', 'growth-events_year', 'growth-events'],
    ['trialing', 'starter_month', 'starter'],
    ['past_due', 'starter_month', 'starter'],
    ['unpaid', 'starter_month', 'free'],
    ['incomplete', 'starter_month', 'free'],
    ['canceled', 'starter_month', 'free'],
  ])('of a subscription that is %s, to %s, gives the plan %s', async (status, key, slug) => {
    const id = newSubscriptionId();
    put(id, 'active');
    await send(id);
    put(id, status, key);
    await send(id);
    expect(await read()).toMatchObject({ slug, is_paying: slug !== 'free' });
  });

  test('of a price that is no plan’s takes nothing away, and is answered so that it is sent again', async () => {
    const id = newSubscriptionId();
    put(id, 'active');
    await send(id);
    put(id, 'active', 'renamed_month');
    expect((await send(id)).status).toBe(503);
    expect(await read()).toMatchObject({ slug: 'starter', is_paying: true });
  });

  test('that comes late says nothing old: what Stripe has now holds', async () => {
    const id = newSubscriptionId();
    put(id, 'canceled');
    await send(id, { type: 'deleted' });
    await send(id, { type: 'created' });
    expect(await read()).toMatchObject({ slug: 'free', is_paying: false });
  });

  test('of a former subscription changes nothing', async () => {
    const [former, present] = [newSubscriptionId(), newSubscriptionId()];
    put(former, 'canceled');
    put(present, 'active', 'small-event_month');
    await send(present);
    await send(former, { type: 'deleted' });
    expect(await read()).toMatchObject({ slug: 'small-event', is_paying: true });
  });

  test.each<[string, Notification]>([
    ['another secret', { secret: 'whsec_of_a_stranger' }],
    ['an old signature', { ageSeconds: 600 }],
  ])('with %s is refused', async (_, notification) => {
    const id = newSubscriptionId();
    put(id, 'active');
    expect(await send(id, notification)).toMatchObject({ status: 422 });
    expect(await read()).toMatchObject({ slug: 'free' });
  });

  test('without a signature is refused', async () => {
    expect(await call(notify, { method: 'POST', body: { type: 'customer.subscription.updated' } })).toMatchObject({
      status: 422,
    });
  });

  test('that cannot be looked into is answered so that it is sent again', async () => {
    const id = newSubscriptionId();
    put(id, 'active');
    stripe.isDown = true;
    expect((await send(id)).status).toBe(503);
    stripe.isDown = false;
    expect((await send(id)).status).toBe(204);
    expect(await read()).toMatchObject({ slug: 'starter' });
  });

  test('of what is not ours is accepted and changes nothing', async () => {
    const id = newSubscriptionId();
    put(id, 'active', 'starter_month', newId());
    expect((await send(id, { of: newId() })).status).toBe(204);
    expect((await send(id, { type: 'x', of: '' })).status).toBe(204);
    expect(await db().organization.findUnique({ where: { id: organizationId } })).toMatchObject({ plan: 'free' });
  });
});
