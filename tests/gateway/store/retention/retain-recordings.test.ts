import { beforeEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';
import { retain } from '@/server/gateway/store/retention';
import { makeEvent, makeUser } from '../../../support/api/factories';

const dayMs = 86_400_000;
let event: Event;

beforeEach(async () => {
  event = await makeEvent((await makeUser()).actor);
}, 30_000);

const keep = (data: { recordingsKeepDays?: number; recordingsMaxGb?: number }) =>
  db().organization.update({ where: { id: event.organizationId }, data });
const run = () => retain('recordings', new AbortController().signal);
const left = async () => {
  const rows = await db().recording.findMany({ where: { eventId: event.id }, orderBy: { startedAt: 'asc' } });
  return rows.map(({ cameraName }) => cameraName);
};

/** Records for an hour, so many days ago. @returns its id */
async function recordDaysAgo(days: number, cameraName: string, changed: object = {}): Promise<string> {
  const startedAt = new Date(Date.now() - days * dayMs);
  const endedAt = new Date(startedAt.getTime() + 3_600_000);
  const { organizationId, id: eventId } = event;
  const own = { id: newId(), organizationId, eventId, cameraName, startedAt, endedAt, sizeBytes: 4e9 };
  const { id } = await db().recording.create({ data: { ...own, ...changed } });
  return id;
}

test('keeps everything where nobody has chosen otherwise', async () => {
  await recordDaysAgo(4_000, 'old');
  expect(await run()).toEqual({ recordingsDeleted: 0 });
});

test('deletes recordings by age, but none that goes on or is not in the bucket yet', async () => {
  const old = await recordDaysAgo(31, 'old');
  await recordDaysAgo(31, 'running', { endedAt: null });
  await recordDaysAgo(31, 'waiting', { uploads: { disk: { waitingBytes: 1, behindMs: 1, fault: null } } });
  await recordDaysAgo(29, 'young');
  await keep({ recordingsKeepDays: 30 });
  expect(await run()).toEqual({ recordingsDeleted: 1 });
  expect((await left()).toSorted()).toEqual(['running', 'waiting', 'young']);
  expect(await db().recordingRemoval.findMany()).toMatchObject([{ recordingId: old, bucketEmptiedAt: null }]);
});

test('deletes the oldest beyond a size, by what each organization has', async () => {
  const first = event;
  for (const days of [5, 4, 3, 2]) await recordDaysAgo(days, `${days} days`);
  await keep({ recordingsMaxGb: 9 });
  event = await makeEvent((await makeUser()).actor);
  await recordDaysAgo(9, 'of others');
  expect(await run()).toEqual({ recordingsDeleted: 2 });
  expect(await left()).toEqual(['of others']);
  event = first;
  expect(await left()).toEqual(['3 days', '2 days']);
});
