import { beforeEach, expect, test } from 'vitest';
import { POST as acknowledge } from '@/app/api/v1/incidents/[id]/acknowledge/route';
import { GET as list } from '@/app/api/v1/incidents/route';
import type { OpenIncidentJson } from '@/lib/contracts/open-incidents';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let stream: Stream;

beforeEach(async () => {
  user = await makeUser();
  stream = await makeStream(user.actor, { name: 'Stage left' });
});

const add = (code: string, minutesAgo: number, { id: streamId, organizationId }: Stream = stream) =>
  db().streamIncident.create({
    data: {
      ...{ id: newId(), streamId, organizationId, code, severity: 'warning', message: `${code}.` },
      occurredAt: new Date(Date.now() - minutesAgo * 60_000),
    },
  });
const open = async () => ((await call(list, { token: user.token })).body as { data: OpenIncidentJson[] }).data;
const rows = async () =>
  (await open()).map(({ attributes: { stream_name: name, code, times } }) => [name, code, times] as const);
const acknowledgeOne = (id: string) => call(acknowledge, { method: 'POST', token: user.token, params: { id } });

test('lists alarms that nobody acknowledged, one row for each kind and camera, the newest first', async () => {
  const other = await makeStream(user.actor, { eventId: stream.eventId, name: 'Stage right' });
  await add('picture_black', 50);
  await add('picture_black', 30);
  await add('camera_lost', 20, other);
  await add('audio_silent', 10);
  await add('audio_silent_over', 9);
  await add('status_active', 5);
  await add('picture_frozen', 24 * 60 + 1);
  const stranger = await makeUser();
  await add('camera_lost', 1, await makeStream(stranger.actor, {}));
  expect(await rows()).toEqual([
    ['Stage left', 'audio_silent', 1],
    ['Stage right', 'camera_lost', 1],
    ['Stage left', 'picture_black', 2],
  ]);
});

test('one that is acknowledged is gone with those of its kind before it, for all members, until it happens again', async () => {
  const first = await add('picture_black', 50);
  const second = await add('picture_black', 30);
  await add('audio_silent', 10);
  expect((await acknowledgeOne(second.id)).status).toBe(204);
  // As a browser does whose answer was lost.
  expect((await acknowledgeOne(second.id)).status).toBe(204);
  expect(await rows()).toEqual([['Stage left', 'audio_silent', 1]]);
  const line = await db().streamIncident.findFirst({
    where: { code: 'picture_black_acknowledged', streamId: stream.id },
  });
  expect(line?.message).toMatch(/ acknowledged: picture_black\.$/);
  const { id: thingId } = stream;
  expect(await db().auditEntry.count({ where: { thingId, action: 'streams.acknowledge' } })).toBe(1);
  await add('picture_black', -1);
  expect(await rows()).toEqual([
    ['Stage left', 'picture_black', 1],
    ['Stage left', 'audio_silent', 1],
  ]);
  expect((await acknowledgeOne(newId())).status).toBe(404);
  await db().streamIncident.delete({ where: { id: first.id } });
  expect((await acknowledgeOne(first.id)).status).toBe(404);
});

test('an alarm that goes on is acknowledged on its camera as well', async () => {
  const since = new Date(Date.now() - 60_000).toISOString();
  const finding = { code: 'picture_black', severity: 'warning', since, figures: {} };
  await db().stream.update({ where: { id: stream.id }, data: { findings: [finding] } });
  const { id } = await add('picture_black', 1);
  expect((await acknowledgeOne(id)).status).toBe(204);
  expect(await rows()).toEqual([]);
  const { acknowledgements } = await db().stream.findUniqueOrThrow({ where: { id: stream.id } });
  expect(acknowledgements).toMatchObject({ picture_black: { since } });
});
