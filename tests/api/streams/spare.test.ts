import { expect, test } from 'vitest';
import { DELETE as deleteStream, PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { DELETE as giveBackSpare, POST as takeSpare } from '@/app/api/v1/streams/[id]/spare/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import type { Prisma } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeApiToken, makeColleague, makeEvent, makeStream, makeUser } from '../../support/api/factories';

/** An event with so many cameras, and a call that gives a camera its spare. */
async function makeScene(count = 2) {
  const user = await makeUser();
  const event = await makeEvent(user.actor);
  const cameras: string[] = [];
  for (let number = 1; number <= count; number++) {
    cameras.push((await makeStream(user.actor, { name: `Camera ${number}`, eventId: event.id })).id);
  }
  const [first = '', second = '', third = ''] = cameras;
  const give = (id: string, spareId: unknown, token: string | undefined = user.token) =>
    call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream: { spare_id: spareId } } });
  const change = (id: string, data: Prisma.StreamUpdateInput) => db().stream.update({ where: { id }, data });
  const ask = (method: 'POST' | 'DELETE', id: string, token: string | undefined = user.token) =>
    call(method === 'POST' ? takeSpare : giveBackSpare, { method, token, params: { id } });
  const spareOf = async (id: string) => (await db().stream.findUniqueOrThrow({ where: { id } })).spareId;
  return { user, first, second, third, give, change, ask, spareOf };
}

const refusal = (sentence: RegExp) => ({
  status: 422,
  body: { error: { errors: { 'stream.spare_id': [expect.stringMatching(sentence)] } } },
});

const conflict = (sentence: RegExp) => ({
  status: 409,
  body: { error: { message: expect.stringMatching(sentence) } },
});

test('a camera is given a spare and loses it again, without a new worker, and the audit trail names both', async () => {
  const { first, second, give } = await makeScene();
  const { generation } = await db().stream.findUniqueOrThrow({ where: { id: first } });
  const attributes = { spare_id: second, spare_after_seconds: 1 };
  expect(await give(first, second)).toMatchObject({ status: 200, body: { data: { attributes } } });
  expect(await give(first, second)).toMatchObject({ status: 200 });
  expect(await give(first, null)).toMatchObject({ status: 200, body: { data: { attributes: { spare_id: null } } } });
  expect(await db().stream.findUnique({ where: { id: first } })).toMatchObject({ generation });
  const entries = await db().auditEntry.findMany({ where: { thingId: first, action: 'streams.change_spare' } });
  expect(entries.map(({ detail }) => detail).toSorted()).toEqual(['to Camera 2', 'to none']);
});

test('a spare is given by nobody but those who may change cameras', async () => {
  const { user, first, second, give, spareOf } = await makeScene();
  const callers = [
    [(await makeUser()).token, 404],
    [(await makeColleague(user.actor, 'viewer')).token, 403],
    [(await makeApiToken(user.actor, 'read')).token, 403],
    ['nobody', 401],
  ] as const;
  for (const [token, status] of callers) expect(await give(first, second, token)).toMatchObject({ status });
  expect(await spareOf(first)).toBeNull();
  const { token } = await makeColleague(user.actor, 'member');
  expect(await give(first, second, token)).toMatchObject({ status: 200 });
});

test('a camera of another event or organization does not exist as a spare', async () => {
  const { user, first, give, spareOf } = await makeScene(1);
  const elsewhere = await makeEvent(user.actor, 'Another event');
  const stranger = await makeUser();
  const others = [
    (await makeStream(user.actor, { eventId: elsewhere.id })).id,
    (await makeStream(stranger.actor)).id,
    newId(),
  ];
  for (const id of others) expect(await give(first, id)).toMatchObject({ status: 404 });
  expect(await give(first, 'Camera 2')).toMatchObject({ status: 422 });
  expect(await spareOf(first)).toBeNull();
});

test('no camera is its own spare, itself or through others, and a spare may have one', async () => {
  const { first, second, third, give, spareOf } = await makeScene(3);
  expect(await give(first, first)).toMatchObject(refusal(/its own spare/));
  expect(await give(first, second)).toMatchObject({ status: 200 });
  expect(await give(second, first)).toMatchObject(refusal(/“Camera 1” has this camera as its spare/));
  expect(await give(second, third)).toMatchObject({ status: 200 });
  expect(await give(third, first)).toMatchObject(refusal(/“Camera 1” has this camera as its spare/));
  expect(await spareOf(third)).toBeNull();
});

test('two cameras that are given each other at once make no circle', async () => {
  const { first, second, give } = await makeScene();
  const answers = await Promise.all([give(first, second), give(second, first)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test('phones have no spare but may be one, and a program is neither', async () => {
  const { first, second, give, change } = await makeScene();
  await change(first, { sourceKind: 'phone' });
  expect(await give(first, second)).toMatchObject(refusal(/phone/));
  expect(await give(second, first)).toMatchObject({ status: 200 });
  await give(second, null);
  await change(first, { sourceKind: 'program' });
  expect(await give(first, second)).toMatchObject(refusal(/rule of its own/));
  expect(await give(second, first)).toMatchObject(refusal(/no spare/));
});

test.each([0, 0.2, 61, 1.25, '3', null])('a wait of %j is refused', async (seconds) => {
  const { user, first } = await makeScene(1);
  const body = { stream: { spare_after_seconds: seconds } };
  expect(await call(updateStream, { method: 'PATCH', token: user.token, params: { id: first }, body })).toMatchObject({
    status: 422,
    body: { error: { errors: { 'stream.spare_after_seconds': [expect.stringMatching(/from 0.3 to 60, in tenths/)] } } },
  });
});

test('a wait of tenths is kept, and rounded up for the version before', async () => {
  const { user, first } = await makeScene(1);
  const set = (seconds: number) =>
    call(updateStream, {
      method: 'PATCH',
      token: user.token,
      params: { id: first },
      body: { stream: { spare_after_seconds: seconds } },
    });
  for (const [seconds, rounded] of [
    [0.3, 1],
    [2.5, 3],
    [5, 5],
  ] as const) {
    const attributes = { spare_after_seconds: seconds };
    expect(await set(seconds)).toMatchObject({ status: 200, body: { data: { attributes } } });
    expect(await db().stream.findUnique({ where: { id: first } })).toMatchObject({ spareAfterSeconds: rounded });
  }
  await set(5);
  const entries = await db().auditEntry.findMany({ where: { thingId: first, action: 'streams.change_spare_time' } });
  expect(entries.map(({ detail }) => detail).toSorted()).toEqual(['to 0.3 s', 'to 2.5 s', 'to 5 s']);
});

test('a camera returns by itself or by hand, and in no other way', async () => {
  const { user, first } = await makeScene(1);
  const set = (returns: unknown) =>
    call(updateStream, {
      method: 'PATCH',
      token: user.token,
      params: { id: first },
      body: { stream: { spare_returns: returns } },
    });
  const attributes = { spare_returns: 'by_hand' };
  expect(await set('by_hand')).toMatchObject({ status: 200, body: { data: { attributes } } });
  expect(await set('never')).toMatchObject({ status: 422 });
  const entries = await db().auditEntry.findMany({ where: { thingId: first, action: 'streams.change_spare_returns' } });
  expect(entries.map(({ detail }) => detail)).toEqual(['to by hand']);
});

test('a spare is taken and given back by members, and the audit trail says by whom', async () => {
  const { user, first, second, give, change, ask } = await makeScene();
  await give(first, second);
  for (const id of [first, second]) await change(id, { status: 'active' });
  const strangers = [
    [(await makeUser()).token, 404],
    [(await makeColleague(user.actor, 'viewer')).token, 403],
    [(await makeApiToken(user.actor, 'read')).token, 403],
    ['nobody', 401],
  ] as const;
  for (const [token, status] of strangers) {
    for (const method of ['POST', 'DELETE'] as const) expect(await ask(method, first, token)).toMatchObject({ status });
  }
  expect(await db().stream.findUnique({ where: { id: first } })).toMatchObject({ spareAsked: null });
  const { token } = await makeColleague(user.actor, 'member');
  expect(await ask('POST', first, token)).toMatchObject({ status: 200 });
  expect(await db().stream.findUnique({ where: { id: first } })).toMatchObject({ spareAsked: 'spare' });
  expect(await ask('DELETE', first, token)).toMatchObject({ status: 200 });
  expect(await db().stream.findUnique({ where: { id: first } })).toMatchObject({ spareAsked: 'camera' });
  const where = { thingId: first, action: { in: ['streams.take_spare', 'streams.give_back'] } };
  const entries = await db().auditEntry.findMany({ where });
  expect(entries.map(({ action }) => action).toSorted()).toEqual(['streams.give_back', 'streams.take_spare']);
});

test('a spare is taken only where there is one that is on, and of a camera that is on', async () => {
  const { first, second, third, give, change, ask } = await makeScene(3);
  await change(first, { status: 'active' });
  const refusesBoth = async (sentence: RegExp) => {
    for (const method of ['POST', 'DELETE'] as const)
      expect(await ask(method, first)).toMatchObject(conflict(sentence));
  };
  await refusesBoth(/has no spare/);
  await give(first, second);
  expect(await ask('POST', first)).toMatchObject(conflict(/“Camera 2” is off/));
  expect(await ask('DELETE', first)).toMatchObject({ status: 200 });
  await change(second, { status: 'active' });
  await change(first, { status: 'stopped' });
  await refusesBoth(/This camera is off/);
  await change(first, { status: 'active', sourceKind: 'phone' });
  await refusesBoth(/has no spare/);
  await change(first, { sourceKind: 'srt' });
  expect(await ask('POST', first)).toMatchObject({ status: 200 });
  // An order about one spare is none about the next.
  await give(first, third);
  expect(await db().stream.findUnique({ where: { id: first } })).toMatchObject({
    spareAsked: null,
    spareAskedAt: null,
  });
});

test('a spare that is deleted leaves its camera without one', async () => {
  const { user, first, second, give, spareOf } = await makeScene();
  await give(first, second);
  expect(await call(deleteStream, { method: 'DELETE', token: user.token, params: { id: second } })).toMatchObject({
    status: 204,
  });
  expect(await spareOf(first)).toBeNull();
});
