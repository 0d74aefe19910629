import { beforeEach, expect, test } from 'vitest';
import { POST as startAll, DELETE as stopAll } from '@/app/api/v1/events/[id]/recording/route';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { updateEvent } from '@/lib/use-cases/events/update-event';
import { startRecording } from '@/lib/use-cases/recordings/camera-recording';
import type { Event, Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
});

const start = (id = event.id) => call(startAll, { method: 'POST', token: user.token, params: { id } });
const stop = () => call(stopAll, { method: 'DELETE', token: user.token, params: { id: event.id } });
const idsOf = ({ body }: { body: unknown }) => (body as { data: MemberStreamJson[] }).data.map(({ id }) => id);
const addStream = async (status: Stream['status'], eventId = event.id): Promise<Stream> => {
  const { id } = await makeStream(user.actor, { eventId });
  return db().stream.update({ where: { id }, data: { status } });
};
const recorded = async () =>
  (await db().recording.findMany({ where: { eventId: event.id }, orderBy: { streamId: 'asc' } })).map(
    ({ streamId, endedAt }) => [streamId, endedAt !== null],
  );

test('one call records every camera that is on, and one ends it', async () => {
  const on = [await addStream('active'), await addStream('provisioning')].map(({ id }) => id).sort();
  await addStream('idle');
  await addStream('active', (await makeEvent(user.actor)).id);
  const started = await start();
  expect([started.status, idsOf(started)]).toEqual([200, on]);
  expect(await recorded()).toEqual(on.map((id) => [id, false]));
  expect(idsOf(await start())).toEqual([]);

  const stopped = await stop();
  expect([stopped.status, idsOf(stopped)]).toEqual([200, on]);
  expect(await recorded()).toEqual(on.map((id) => [id, true]));
  expect(idsOf(await stop())).toEqual([]);
  const lines = await db().auditEntry.findMany({ where: { thingId: event.id }, orderBy: { occurredAt: 'asc' } });
  expect(lines.map(({ action }) => action)).toEqual(['events.create', 'recordings.record_all', 'recordings.stop_all']);
});

test('a recording that goes on is not begun anew', async () => {
  const [first, second] = [await addStream('active'), await addStream('active')];
  await startRecording(user.actor, first.id);
  expect(idsOf(await start())).toEqual([second.id]);
  expect(await db().recording.count({ where: { streamId: first.id } })).toBe(1);
});

test('an event without a camera that is on is not recorded', async () => {
  await addStream('idle');
  expect(await start()).toMatchObject({
    status: 409,
    body: { error: { message: 'Switch a camera on first, then record.' } },
  });
  expect((await start(newId())).status).toBe(404);
});

test('cameras that are added later inherit whether they record when on', async () => {
  const before = await addStream('idle');
  await updateEvent(user.actor, event.id, { records_when_on: true });
  const after = await makeStream(user.actor, { eventId: event.id });
  const streams = await db().stream.findMany({ where: { eventId: event.id }, orderBy: { createdAt: 'asc' } });
  expect(streams.map(({ id, recordsWhenOn }) => [id, recordsWhenOn])).toEqual([
    [before.id, false],
    [after.id, true],
  ]);
  const line = await db().auditEntry.findFirst({ where: { thingId: event.id, action: 'events.record_when_on' } });
  expect(line?.detail).toBe('to yes');
});
