import { beforeEach, expect, test } from 'vitest';
import { DELETE as deleteEdit, PATCH as updateEdit } from '@/app/api/v1/edits/[id]/route';
import { POST as createEdit, GET as listEdits } from '@/app/api/v1/events/[id]/edits/route';
import { POST as createExport } from '@/app/api/v1/events/[id]/exports/route';
import { type EditJson, maxCuts } from '@/lib/contracts/edits';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { listExports } from '@/lib/use-cases/recordings/exports/exports';
import type { Event } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;
const [stage, balcony] = [newId(), newId()];
const at = (seconds: number) => new Date(Date.UTC(2026, 4, 1, 19, 0, seconds)).toISOString();
const cuts = [
  { at: at(1), stream_id: stage },
  { at: at(4), stream_id: balcony },
  { at: at(9), stream_id: null },
];

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor, 'Gala');
});

const keep = (edit: object, token = user.token) =>
  call(createEdit, { method: 'POST', token, params: { id: event.id }, body: { edit } });
const kept = async (edit: object = {}): Promise<EditJson> => {
  const { status, body } = await keep({ name: 'Short', cuts, ...edit });
  expect(status).toBe(201);
  return (body as { data: EditJson }).data;
};
const list = async (): Promise<EditJson[]> =>
  ((await call(listEdits, { token: user.token, params: { id: event.id } })).body as { data: EditJson[] }).data;
const change = (id: string, edit: object) =>
  call(updateEdit, { method: 'PATCH', token: user.token, params: { id }, body: { edit } });

test('keeps versions of the cuts, changes them, and deletes each once', async () => {
  const first = await kept();
  expect(first).toMatchObject({ type: 'edit', attributes: { event_id: event.id, name: 'Short', cuts } });
  const second = await kept({ name: 'Long' });
  expect((await list()).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(await change(first.id, { name: 'Trailer' })).toMatchObject({ body: { data: { attributes: { cuts } } } });
  expect(await change(first.id, { cuts: cuts.slice(0, 1) })).toMatchObject({
    body: { data: { attributes: { name: 'Trailer', cuts: cuts.slice(0, 1) } } },
  });
  const remove = () => call(deleteEdit, { method: 'DELETE', token: user.token, params: { id: first.id } });
  expect((await remove()).status).toBe(204);
  expect(await remove()).toMatchObject({ status: 404, body: { error: { message: 'This edit does not exist.' } } });
  expect((await change(first.id, { name: 'Trailer' })).status).toBe(404);
  const lines = await db().auditEntry.findMany({ where: { thingId: event.id, action: { startsWith: 'edits.' } } });
  expect(lines.map(({ action, detail }) => `${action} ${detail}`).sort()).toEqual([
    'edits.create Long',
    'edits.create Short',
    'edits.delete Trailer',
    'edits.update Short',
    'edits.update Trailer',
  ]);
});

test.each([
  ['no name', { name: '' }],
  ['a cut without a time', { cuts: [{ at: 'soon', stream_id: stage }] }],
  ['a cut to no camera’s id', { cuts: [{ at: at(1), stream_id: 'stage' }] }],
  ['cuts in another order', { cuts: cuts.toReversed() }],
  ['two cuts at once', { cuts: [cuts[0], cuts[0]] }],
  ['too many cuts', { cuts: Array.from({ length: maxCuts + 1 }, (_, index) => ({ at: at(index), stream_id: null })) }],
])('refuses %s', async (_, edit) => {
  expect((await keep({ name: 'Short', cuts, ...edit })).status).toBe(422);
  expect(await list()).toEqual([]);
});

test('takes as many cuts as it says', async () => {
  const many = Array.from({ length: maxCuts }, (_, index) => ({
    at: at(index),
    stream_id: index % 2 ? stage : balcony,
  }));
  expect((await kept({ cuts: many })).attributes.cuts).toEqual(many);
});

test('an export has the cuts that its edit had, whatever becomes of the edit', async () => {
  const { organizationId, id: eventId } = event;
  const recording = { id: newId(), organizationId, eventId, cameraName: 'Stage', endedAt: new Date() };
  await db().recording.create({ data: recording });
  const order = (edit_id: string) =>
    call(createExport, {
      method: 'POST',
      token: user.token,
      params: { id: eventId },
      body: { export: { format: 'program', recording_ids: [recording.id], edit_id } },
    });
  const edit = await kept();
  expect(await order(edit.id)).toMatchObject({ status: 201, body: { data: { attributes: { edit_name: 'Short' } } } });
  await change(edit.id, { cuts: [] });
  await call(deleteEdit, { method: 'DELETE', token: user.token, params: { id: edit.id } });
  expect((await listExports(user.actor, eventId, { limit: 2 })).rows).toMatchObject([{ editName: 'Short', cuts }]);
  expect(await order(edit.id)).toMatchObject({
    status: 404,
    body: { error: { message: 'This edit does not exist.' } },
  });
});

test('edits of another event are none, and a viewer sees them without changing them', async () => {
  const { id } = await kept();
  const other = await makeEvent(user.actor, 'Other');
  const recording = { id: newId(), organizationId: other.organizationId, eventId: other.id, cameraName: 'Stage' };
  await db().recording.create({ data: { ...recording, endedAt: new Date() } });
  const body = { export: { format: 'otio', recording_ids: [recording.id], edit_id: id } };
  const asked = { method: 'POST', token: user.token, params: { id: other.id }, body } as const;
  expect((await call(createExport, asked)).status).toBe(404);
  const { token } = await makeColleague(user.actor, 'viewer');
  expect((await keep({ name: 'Mine', cuts: [] }, token)).status).toBe(403);
  expect((await call(listEdits, { token, params: { id: event.id } })).status).toBe(200);
  expect((await call(listEdits, { token: (await makeUser()).token, params: { id: event.id } })).status).toBe(404);
  await deleteEvent(user.actor, event.id);
  expect(await db().showEdit.count({ where: { eventId: event.id } })).toBe(0);
});
