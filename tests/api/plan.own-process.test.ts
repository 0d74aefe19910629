import { beforeEach, describe, expect, test } from 'vitest';
import { POST as signUp } from '@/app/api/v1/auth/signup/route';
import { POST as createCameraInvite } from '@/app/api/v1/events/[id]/camera_invites/route';
import { POST as postExport } from '@/app/api/v1/events/[id]/exports/route';
import { POST as startEventRecording } from '@/app/api/v1/events/[id]/recording/route';
import * as plan from '@/app/api/v1/plan/route';
import { POST as startRecording } from '@/app/api/v1/streams/[id]/recording/route';
import { POST as startStream } from '@/app/api/v1/streams/[id]/start/route';
import type { PlanSlug } from '@/lib/contracts/plans';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { call } from '../support/api/api';
import {
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  type SignedInUser,
  signUpInput,
} from '../support/api/factories';

process.env.PLAN_LIMITS = 'on';

let owner: SignedInUser;
beforeEach(async () => {
  owner = await makeUser();
}, 30_000);

const get = async ({ token } = owner) => (await call(plan.GET, { token })).body;
const choose = (slug: string, { token } = owner) => call(plan.PUT, { method: 'PUT', token, body: { plan: { slug } } });
/** Writes the effect of a payment. */
const pay = (slug: PlanSlug) =>
  db().organization.update({ where: { id: owner.actor.organizationId }, data: { plan: slug, chosenPlan: null } });

async function addStreams(count: number): Promise<string[]> {
  const { id: eventId } = await makeEvent(owner.actor);
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push((await makeStream(owner.actor, { eventId })).id);
  return ids;
}

const start = (id: string) => call(startStream, { method: 'POST', token: owner.token, params: { id } });

describe('recordings', () => {
  const record = (id: string) => call(startRecording, { method: 'POST', token: owner.token, params: { id } });

  test.each([
    ['2 hours', { startedAt: new Date(Date.now() - 2 * 3_600_000) }],
    ['5 GB', { sizeBytes: 5e9 }],
  ])('stop at the %s of the free plan, until some are deleted or the plan is larger', async (limit, kept) => {
    const [id = '', recordsWhenOn = ''] = await addStreams(2);
    await db().stream.update({ where: { id: recordsWhenOn }, data: { recordsWhenOn: true } });
    await start(id);
    expect((await record(id)).status).toBe(200);
    const { recordingId } = await db().stream.findUniqueOrThrow({ where: { id } });
    await db().recording.update({ where: { id: recordingId ?? '' }, data: kept });
    // It goes on.
    expect((await record(id)).status).toBe(200);
    // The camera goes on air all the same.
    expect((await start(recordsWhenOn)).status).toBe(200);
    expect(await record(recordsWhenOn)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining(`Your plan, Free Forever, keeps ${limit} of recordings.`) } },
    });
    const { eventId } = await db().stream.findUniqueOrThrow({ where: { id } });
    const recordAll = await call(startEventRecording, { method: 'POST', token: owner.token, params: { id: eventId } });
    expect(recordAll.status).toBe(409);
    await pay('starter');
    expect((await record(recordsWhenOn)).status).toBe(200);
  });
});

describe('exports', () => {
  test('of as much as the plan keeps of recordings are there at once, by what they take or will take', async () => {
    const { id: eventId, organizationId } = await makeEvent(owner.actor);
    const startedAt = new Date('2026-11-27T18:00:00Z');
    const endedAt = new Date('2026-11-27T19:00:00Z');
    const { id: recordingId } = await db().recording.create({
      data: { id: newId(), organizationId, eventId, cameraName: 'Left', startedAt, endedAt, sizeBytes: 4e9 },
    });
    const order = (range: object = {}) =>
      call(postExport, {
        method: 'POST',
        token: owner.token,
        params: { id: eventId },
        body: { export: { format: 'mp4', recording_ids: [recordingId], ...range } },
      });
    const quarter = { starts_at: '2026-11-27T18:00:00Z', ends_at: '2026-11-27T18:15:00Z' };
    expect((await order()).status).toBe(201);
    const sentence =
      'Your plan, Free Forever, has room for 5 GB of exports. Delete some, export less, or choose a larger plan.';
    expect(await order()).toMatchObject({ status: 409, body: { error: { code: 'limit_reached', message: sentence } } });
    expect((await order(quarter)).status).toBe(201);
    expect((await order({ ...quarter, ends_at: '2026-11-27T18:16:00Z' })).status).toBe(409);
    await db().recordingExport.updateMany({ where: { organizationId, sizeBytes: 4e9 }, data: { status: 'failed' } });
    expect((await order()).status).toBe(201);
    await pay('growth-events');
    expect((await order()).status).toBe(201);
  });
});

describe('an organization', () => {
  test('begins with the free plan', async () => {
    expect(await get()).toEqual({
      data: {
        slug: 'free',
        chosen_slug: null,
        is_limited: true,
        streams_on: 0,
        max_streams_on: 2,
        can_pay: false,
        is_paying: false,
      },
    });
  });

  test.each([
    ['starter', 'starter'],
    ['free', null],
    [undefined, null],
  ])('that signs up for the plan %s has the free one, and has chosen %s', async (slug, chosen) => {
    const input = signUpInput();
    const body = { ...input, organization: { name: 'Acme', plan: slug } };
    expect(await call(signUp, { method: 'POST', body })).toMatchObject({ status: 201 });
    const { memberships } = await db().user.findUniqueOrThrow({
      where: { email: input.user.email },
      select: { memberships: { select: { organization: true } } },
    });
    expect(memberships).toMatchObject([{ organization: { plan: 'free', chosenPlan: chosen } }]);
  });

  test('cannot sign up for a plan that does not exist', async () => {
    const body = { ...signUpInput(), organization: { name: 'Acme', plan: 'enterprise' } };
    expect(await call(signUp, { method: 'POST', body })).toMatchObject({
      status: 422,
      body: { error: { errors: { 'organization.plan': [expect.stringMatching(/^Plan must be one of /)] } } },
    });
  });

  test('has a paid plan only when it is paid; the free one holds at once', async () => {
    expect((await choose('growth-events')).body).toMatchObject({
      data: { slug: 'free', chosen_slug: 'growth-events' },
    });
    await pay('growth-events');
    expect(await get()).toMatchObject({ data: { slug: 'growth-events', chosen_slug: null, max_streams_on: 200 } });
    await choose('starter');
    expect((await choose('growth-events')).body).toMatchObject({ data: { slug: 'growth-events', chosen_slug: null } });
    expect((await choose('free')).body).toMatchObject({ data: { slug: 'free', chosen_slug: null, max_streams_on: 2 } });
  });

  test.each([
    ['admin', 200],
    ['member', 200],
    ['viewer', 403],
  ] as const)(
    'of which a %s asks for the plan answers %i, and lets nobody but owners change it',
    async (role, status) => {
      const colleague = await makeColleague(owner.actor, role);
      expect((await call(plan.GET, { token: colleague.token })).status).toBe(status);
      expect((await choose('starter', colleague)).status).toBe(403);
      expect(await get()).toMatchObject({ data: { chosen_slug: null } });
    },
  );
});

describe('cameras that are on', () => {
  test.each([
    ['free', 2, 'Free Forever'],
    ['starter', 4, 'Starter'],
    ['small-event', 10, 'Small Event'],
  ] as const)('are no more than the plan %s says, however many are switched on at once', async (slug, max, name) => {
    await pay(slug);
    const ids = await addStreams(max + 2);
    const refused = (await Promise.all(ids.map(start))).filter(({ status }) => status !== 200);
    const sentence = `Your plan, ${name}, has ${max} cameras on at once: turn one off, or choose a larger plan.`;
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'limit_reached', message: sentence, errors: [sentence] } },
      });
    }
    expect(await get()).toMatchObject({ data: { streams_on: max, max_streams_on: max } });
  });

  test('stay on after a change to a smaller plan, and no further one is switched on', async () => {
    await pay('starter');
    const ids = await addStreams(5);
    for (const id of ids.slice(0, 4)) await start(id);
    await choose('free');
    expect(await get()).toMatchObject({ data: { slug: 'free', streams_on: 4, max_streams_on: 2 } });
    expect(await start(ids[4] ?? '')).toMatchObject({ status: 409 });
    // One that is on already is no further one.
    expect(await start(ids[0] ?? '')).toMatchObject({ status: 200 });
  });
});

test.each([
  ['free', 0, 'Your plan, Free Forever, has no camera invites. Choose a larger plan to invite phones.'],
  [
    'small-event',
    10,
    'Your plan, Small Event, has 10 open camera invites for each event. Revoke one, or choose a larger plan.',
  ],
] as const)('the plan %s has %i open camera invites for an event', async (slug, most, sentence) => {
  await pay(slug);
  const { id } = await makeEvent(owner.actor);
  const invite = () =>
    call(createCameraInvite, {
      method: 'POST',
      token: owner.token,
      params: { id },
      body: { camera_invite: { label: 'Balcony', expires_at: new Date(Date.now() + 60_000).toISOString() } },
    });
  for (let count = 0; count < most; count++) expect((await invite()).status).toBe(201);
  expect(await invite()).toMatchObject({ status: 409, body: { error: { message: sentence } } });
});
