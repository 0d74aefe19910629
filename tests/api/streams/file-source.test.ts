import { expect, test } from 'vitest';
import { PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { POST as createStream } from '@/app/api/v1/streams/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import type { Recording } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser } from '../../support/api/factories';

const startedAt = new Date('2026-11-01T12:00:00Z');
const endedAt = new Date('2026-11-01T12:01:00Z');

/** An event with a recording of a minute, and calls by its maker. */
async function makeScene() {
  const user = await makeUser();
  const event = await makeEvent(user.actor);
  /** @param endedAt null: it goes on */
  const record = (endedAt: Date | null): Promise<Recording> => {
    const { organizationId } = user.actor;
    return db().recording.create({
      data: { id: newId(), organizationId, eventId: event.id, cameraName: 'Pulpit', startedAt, endedAt },
    });
  };
  const create = (file: object | undefined, { token } = user) => {
    const stream = { name: 'Film', event_id: event.id, source_kind: 'file', file };
    return call(createStream, { method: 'POST', token, body: { stream } });
  };
  const patch = (id: string, stream: object, { token } = user) =>
    call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
  return { user, event, recording: await record(endedAt), record, create, patch };
}

test('a camera is added that plays a range of a recording', async () => {
  const { user, recording, create } = await makeScene();
  const file = { recording_id: recording.id, from_seconds: 10, to_seconds: 20, loops: false };
  expect(await create(file)).toMatchObject({
    status: 201,
    body: { data: { attributes: { source_kind: 'file', file } } },
  });
  const entries = await db().auditEntry.findMany({ where: { organizationId: user.actor.organizationId } });
  expect(entries.map(({ detail }) => detail)).toContain('which plays a recording of Pulpit');
});

test('by default all of it plays in a loop, and the recording may be chosen later', async () => {
  const { event, recording, create, patch } = await makeScene();
  const all = { from_seconds: null, to_seconds: null, loops: true };
  expect(await create(undefined)).toMatchObject({ status: 201, body: { data: { attributes: { file: null } } } });
  const { id } = await db().stream.findFirstOrThrow({ where: { eventId: event.id } });
  const file = { recording_id: recording.id };
  expect(await patch(id, { file })).toMatchObject({
    status: 200,
    body: { data: { attributes: { file: { ...file, ...all } } } },
  });
  expect(await db().stream.findUniqueOrThrow({ where: { id } })).toMatchObject({ generation: 1 });
  const [entry] = await db().auditEntry.findMany({ where: { thingId: id, action: 'streams.change_file' } });
  expect(entry?.detail).toBe('to one of Pulpit');
});

test('another organization’s recording does not exist, and neither does a deleted one', async () => {
  const { recording, create, patch } = await makeScene();
  const stranger = await makeUser();
  const own = await makeStream(stranger.actor);
  const file = { recording_id: recording.id };
  expect(await patch(own.id, { source_kind: 'file', file }, stranger)).toMatchObject({ status: 404 });
  const stream = { name: 'Film', event_id: own.eventId, source_kind: 'file', file };
  const body = { stream };
  expect(await call(createStream, { method: 'POST', token: stranger.token, body })).toMatchObject({ status: 404 });
  expect(await db().stream.findMany({ where: { organizationId: stranger.actor.organizationId } })).toMatchObject([
    { sourceKind: 'srt', fileSource: null },
  ]);
  expect(await create({ recording_id: newId() })).toMatchObject({ status: 404 });
});

test('strangers and viewers are refused', async () => {
  const { user, event, recording, create, patch } = await makeScene();
  const { id } = await makeStream(user.actor, { eventId: event.id });
  const file = { recording_id: recording.id };
  const [stranger, viewer] = [await makeUser(), await makeColleague(user.actor, 'viewer')];
  expect(await create(file, stranger)).toMatchObject({ status: 404 });
  expect(await patch(id, { file }, stranger)).toMatchObject({ status: 404 });
  expect(await create(file, viewer)).toMatchObject({ status: 403 });
  expect(await patch(id, { file }, viewer)).toMatchObject({ status: 403 });
});

test.each([
  ['a range that ends before it begins', { from_seconds: 20, to_seconds: 10 }, /must end after its beginning/],
  ['a range behind the end', { from_seconds: 61 }, /ends before this/],
  ['a negative time', { from_seconds: -1 }, /must be seconds/],
  ['no recording', { recording_id: 'film' }, /must be the id of a recording/],
])('%s is refused', async (_, changes, words) => {
  const { recording, create } = await makeScene();
  const answer = await create({ recording_id: recording.id, ...changes });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body)).toMatch(words);
});

test('a recording that goes on is refused', async () => {
  const { record, create } = await makeScene();
  const { id } = await record(null);
  const answer = await create({ recording_id: id });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body)).toContain('still goes on');
});
