import { beforeEach, expect, test } from 'vitest';
import { POST as createMark, GET as listMarks } from '@/app/api/v1/events/[id]/marks/route';
import { DELETE as deleteMark, PATCH as updateMark } from '@/app/api/v1/marks/[id]/route';
import type { MarkJson } from '@/lib/contracts/marks';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import type { Event } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeApiToken, makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor, 'Cup final');
});

const set = (body: object, token = user.token) =>
  call(createMark, { method: 'POST', token, params: { id: event.id }, body });
const marked = async (mark: object): Promise<MarkJson> => {
  const { status, body } = await set({ mark });
  expect(status).toBe(201);
  return (body as { data: MarkJson }).data;
};
const list = async (): Promise<MarkJson[]> => {
  const { body } = await call(listMarks, { token: user.token, params: { id: event.id } });
  return (body as { data: MarkJson[] }).data;
};
const change = (id: string, mark: object) =>
  call(updateMark, { method: 'PATCH', token: user.token, params: { id }, body: { mark } });
const remove = (id: string) => call(deleteMark, { method: 'DELETE', token: user.token, params: { id } });

test('one call of a program marks this moment', async () => {
  const beforeMs = Date.now();
  const { status, body } = await set({}, (await makeApiToken(user.actor, 'write')).token);
  expect(status).toBe(201);
  const { attributes } = (body as { data: MarkJson }).data;
  expect(attributes).toMatchObject({ event_id: event.id, name: '' });
  expect(Date.parse(attributes.at)).toBeGreaterThanOrEqual(beforeMs);
  expect(Date.parse(attributes.at)).toBeLessThanOrEqual(Date.now());
});

test('marks are listed by their time, not by when they were set', async () => {
  await marked({ name: 'Goal', at: '2026-05-01T19:10:00.250Z' });
  await marked({ name: 'Kick-off', at: '2026-05-01T21:00:00+02:00' });
  expect((await list()).map(({ attributes: { name, at } }) => [name, at])).toEqual([
    ['Kick-off', '2026-05-01T19:00:00.000Z'],
    ['Goal', '2026-05-01T19:10:00.250Z'],
  ]);
});

test('a mark is named and moved, and deleted once', async () => {
  const { id } = await marked({});
  const at = '2026-05-01T19:10:00.000Z';
  expect(await change(id, { name: 'Goal' })).toMatchObject({ body: { data: { attributes: { name: 'Goal' } } } });
  expect(await change(id, { at })).toMatchObject({ body: { data: { attributes: { name: 'Goal', at } } } });
  expect((await remove(id)).status).toBe(204);
  expect(await remove(id)).toMatchObject({ status: 404, body: { error: { message: 'This mark does not exist.' } } });
  expect((await change(id, { name: 'Goal' })).status).toBe(404);
  const lines = await db().auditEntry.findMany({ where: { thingId: event.id }, orderBy: { occurredAt: 'asc' } });
  expect(lines.map(({ action, thingName, detail }) => [action, thingName, detail])).toEqual([
    ['events.create', 'Cup final', null],
    ['marks.create', 'Cup final', null],
    ['marks.update', 'Cup final', null],
    ['marks.update', 'Cup final', 'Goal'],
    ['marks.delete', 'Cup final', 'Goal'],
  ]);
});

test('marks go with their event', async () => {
  await marked({});
  await deleteEvent(user.actor, event.id);
  expect(await db().eventMark.count({ where: { eventId: event.id } })).toBe(0);
});

test('an event has at most 2000 marks', async () => {
  const { organizationId, id: eventId } = event;
  await db().eventMark.createMany({
    data: Array.from({ length: 2_000 }, () => ({ id: newId(), organizationId, eventId })),
  });
  expect(await set({})).toMatchObject({ status: 409, body: { error: { code: 'limit_reached' } } });
});

test.each([
  ['a time that is none', { mark: { at: 'noon' } }, 'mark.at', 'at must be a time such as 2026-05-01T19:00:00.250Z.'],
  [
    'a name that is too long',
    { mark: { name: 'x'.repeat(121) } },
    'mark.name',
    'Mark name can have at most 120 characters.',
  ],
])('refuses %s', async (_, body, field, sentence) => {
  expect(await set(body)).toMatchObject({ status: 422, body: { error: { errors: { [field]: [sentence] } } } });
  expect(await list()).toEqual([]);
});

test('a change must change something', async () => {
  const { id } = await marked({});
  expect(await change(id, {})).toMatchObject({
    status: 422,
    body: { error: { errors: { mark: ['Give a name or a time.'] } } },
  });
});
