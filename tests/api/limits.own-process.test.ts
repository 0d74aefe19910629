import { beforeEach, describe, expect, test } from 'vitest';
import { POST as createEvent } from '@/app/api/v1/events/route';
import { POST as startRecording } from '@/app/api/v1/streams/[id]/recording/route';
import { POST as startStream } from '@/app/api/v1/streams/[id]/start/route';
import { POST as stopStream } from '@/app/api/v1/streams/[id]/stop/route';
import { POST as createStream } from '@/app/api/v1/streams/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { type Answer, call } from '../support/api/api';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../support/api/factories';

Object.assign(process.env, {
  ORGANIZATION_MAX_EVENTS: '3',
  ORGANIZATION_MAX_STREAMS: '6',
  ORGANIZATION_MAX_STREAMS_ON: '4',
  ORGANIZATION_MAX_RECORDED_GB: '3',
});

let user: SignedInUser;
let stranger: SignedInUser;
beforeEach(async () => {
  [user, stranger] = [await makeUser(), await makeUser()];
}, 30_000);

/** Makes a call this often at once. @returns the answers that were refused */
async function atOnce(count: number, make: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  return answers.filter(({ status }) => status >= 300);
}

const refusal = (sentence: string) => ({
  status: 409,
  body: { error: { code: 'limit_reached', message: sentence, errors: [sentence] } },
});

test('an organization has no more events than the limit, however many are created at once', async () => {
  const create = ({ token }: SignedInUser) =>
    call(createEvent, { method: 'POST', token, body: { event: { name: 'Gala' } } });
  const refused = await atOnce(12, () => create(user));
  expect(refused).toHaveLength(9);
  for (const answer of refused) {
    expect(answer).toMatchObject(
      refusal('Your organization has 3 events, as many as it may have: delete one to add another.'),
    );
  }
  const events = await db().event.findMany({ where: { organizationId: user.actor.organizationId } });
  expect(events.map(({ isDefault }) => isDefault).sort()).toEqual([false, false, true]);
  expect((await create(stranger)).status).toBe(201);
  await db().event.deleteMany({ where: { id: events[0]?.id } });
  expect((await create(user)).status).toBe(201);
});

test('an organization has no more streams than the limit, in whichever events', async () => {
  const events = [await makeEvent(user.actor), await makeEvent(user.actor)];
  const refused = await atOnce(12, (index) =>
    call(createStream, {
      method: 'POST',
      token: user.token,
      body: { stream: { name: 'Camera', event_id: events[index % 2]?.id } },
    }),
  );
  expect(refused).toHaveLength(6);
  for (const answer of refused) {
    expect(answer).toMatchObject(
      refusal('Your organization has 6 streams, as many as it may have: delete one to add another.'),
    );
  }
  expect(await db().stream.count({ where: { organizationId: user.actor.organizationId } })).toBe(6);
});

describe('of the streams that are on at once', () => {
  const start = ({ token }: SignedInUser, id: string) => call(startStream, { method: 'POST', token, params: { id } });
  const sentence = 'Your organization has 4 streams on, as many as it may have: turn one off to turn on another.';
  let ids: string[];

  beforeEach(async () => {
    const { id: eventId } = await makeEvent(user.actor);
    ids = [];
    for (let index = 0; index < 6; index++) ids.push((await makeStream(user.actor, { eventId })).id);
  });

  const on = () => db().stream.findMany({ where: { id: { in: ids }, status: 'provisioning' }, select: { id: true } });

  test('there are no more than the limit, however many are switched on at once', async () => {
    const refused = await atOnce(6, (index) => start(user, ids[index] ?? ''));
    expect(refused).toHaveLength(2);
    for (const answer of refused) expect(answer).toMatchObject(refusal(sentence));
    expect(await on()).toHaveLength(4);
    const idle = await db().stream.findMany({ where: { id: { in: ids }, status: 'idle' } });
    expect(idle.map(({ generation }) => generation)).toEqual([0, 0]);
  });

  test('one more can be switched on once another is off; On again of one that is on is no new one', async () => {
    for (const id of ids.slice(0, 4)) expect((await start(user, id)).status).toBe(200);
    expect((await start(user, ids[0] ?? '')).status).toBe(200);
    expect(await start(user, ids[4] ?? '')).toMatchObject(refusal(sentence));
    await call(stopStream, { method: 'POST', token: user.token, params: { id: ids[0] ?? '' } });
    expect((await start(user, ids[4] ?? '')).status).toBe(200);
  });

  test('one organization at its limit does not keep another from starting', async () => {
    for (const id of ids.slice(0, 4)) await start(user, id);
    const { id } = await makeStream(stranger.actor);
    expect((await start(stranger, id)).status).toBe(200);
  });
});

test('an organization keeps no more recordings than the limit, also on a server without plans', async () => {
  const record = async ({ actor, token }: SignedInUser) => {
    const { id: eventId } = await makeEvent(actor);
    const { id } = await makeStream(actor, { eventId });
    await call(startStream, { method: 'POST', token, params: { id } });
    return call(startRecording, { method: 'POST', token, params: { id } });
  };
  const { organizationId } = user.actor;
  const { id: eventId } = await makeEvent(user.actor);
  const kept = { id: newId(), organizationId, eventId, cameraName: 'Left', startedAt: new Date(), endedAt: new Date() };
  await db().recording.create({ data: { ...kept, sizeBytes: 3e9 } });
  expect(await record(user)).toMatchObject(
    refusal('Your organization keeps 3 GB of recordings. Delete some, or ask whoever runs this server for more.'),
  );
  expect((await record(stranger)).status).toBe(200);
  await db().recording.update({ where: { id: kept.id }, data: { sizeBytes: 2.9e9 } });
  expect((await record(user)).status).toBe(200);
});
