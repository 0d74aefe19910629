import { beforeEach, expect, test } from 'vitest';
import { GET as listChanges } from '@/app/api/v1/events/[id]/tally_changes/route';
import type { TallyChangeJson } from '@/lib/contracts/tally/tally';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { expireTally } from '@/lib/use-cases/tally/change-tally';
import { reportTally } from '@/lib/use-cases/tally/report-tally';
import { createTallySource, updateTallySource } from '@/lib/use-cases/tally/tally-sources';
import type { Stream } from '@/prisma/generated/client';
import { retain } from '@/server/gateway/store/retention';
import { call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let left: Stream;
let right: Stream;
let sourceId: string;

beforeEach(async () => {
  user = await makeUser();
  const { id: eventId } = await makeEvent(user.actor);
  left = await makeStream(user.actor, { name: 'Left', eventId });
  right = await makeStream(user.actor, { name: 'Right', eventId });
  ({ id: sourceId } = await createTallySource(user.actor, eventId, { name: 'Mixer', match_by: 'number' }));
  await updateTallySource(user.actor, sourceId, { mapping: { '1': left.id, '2': right.id } });
});

const cut = (program: number, preview: number) =>
  reportTally(user.actor, sourceId, {
    inputs: [1, 2].map((number) => ({ number, name: '', program: number === program, preview: number === preview })),
    valid_for_ms: 4_000,
  });
const list = async (query: Record<string, string> = {}) =>
  (await call(listChanges, { token: user.token, params: { id: left.eventId }, query })).body as {
    data: TallyChangeJson[];
    meta: { next_cursor: string | null };
  };

test('each cut is kept with its moment, and so is the end of a switcher', async () => {
  const startedMs = Date.now();
  await cut(1, 2);
  // The same again is no change.
  await cut(1, 2);
  await cut(2, 1);
  await db().tallySource.update({ where: { id: sourceId }, data: { validUntil: new Date(0) } });
  await expireTally();
  const { data } = await list();
  // The first is of the mapping: nothing is known of its cameras.
  expect(data.map(({ attributes: { program, preview } }) => [program, preview])).toEqual([
    [[], []],
    [[left.id], [right.id]],
    [[right.id], [left.id]],
    [[], []],
  ]);
  for (const { attributes } of data.slice(1)) {
    expect(Date.parse(attributes.occurred_at)).toBeGreaterThan(startedMs - 2_000);
  }
  const first = await list({ limit: '3' });
  const second = await list({ limit: '3', cursor: first.meta.next_cursor ?? '' });
  expect([...first.data, ...second.data]).toEqual(data);
});

const delay = (delayMs: number) => updateTallySource(user.actor, sourceId, { delay_ms: delayMs });

test('a cut counts from the capture of the switcher’s picture on', async () => {
  await delay(200);
  // No cut counts before the one that came before it.
  await db().tallyChange.deleteMany({ where: { eventId: left.eventId } });
  const fromMs = Date.now();
  await cut(1, 2);
  const toMs = Date.now();
  const { occurred_at = '' } = (await list()).data.at(-1)?.attributes ?? {};
  // Postgres rounds to milliseconds.
  expect(Date.parse(occurred_at)).toBeGreaterThanOrEqual(fromMs - 201);
  expect(Date.parse(occurred_at)).toBeLessThanOrEqual(toMs - 199);
});

test('cuts stay in order when the delay grows, and by another switcher that is sooner', async () => {
  await cut(1, 2);
  await delay(2_000);
  await cut(2, 1);
  await delay(0);
  await cut(1, 2);
  const { data } = await list();
  const [first, second, third] = data.slice(1).map(({ attributes }) => Date.parse(attributes.occurred_at));
  expect((second ?? 0) - (first ?? 0)).toBe(1);
  expect(third).toBeGreaterThan(second ?? 0);
  expect(data.slice(1).map(({ attributes }) => attributes.program)).toEqual([[left.id], [right.id], [left.id]]);
});

test('a cut is the latest one also after the clock was set back', async () => {
  await cut(1, 2);
  const changes = await db().tallyChange.findMany({ where: { eventId: left.eventId }, orderBy: { id: 'asc' } });
  for (const { id, occurredAt } of changes) {
    const later = { occurredAt: new Date(occurredAt.getTime() + 3_600_000) };
    await db().tallyChange.update({ where: { id }, data: later });
  }
  await cut(2, 1);
  const { data } = await list();
  expect(data.map(({ attributes }) => attributes.program)).toEqual([[], [left.id], [right.id]]);
  expect(Date.parse(data.at(-1)?.attributes.occurred_at ?? '')).toBeLessThan(Date.now() + 1_000);
});

test('is kept as long as something of that time is recorded, and the last change in any case', async () => {
  const dayMs = 86_400_000;
  const { organizationId, eventId, id: streamId } = left;
  await db().tallyChange.deleteMany();
  const data = [30, 20, 10].map((days) => ({
    id: newId(),
    organizationId,
    eventId,
    occurredAt: new Date(Date.now() - days * dayMs),
  }));
  await db().tallyChange.createMany({ data });
  const recording = await db().recording.create({
    data: {
      id: newId(),
      organizationId,
      eventId,
      streamId,
      cameraName: 'Left',
      startedAt: new Date(Date.now() - 25 * dayMs),
      endedAt: new Date(Date.now() - 24 * dayMs),
    },
  });
  const retainTally = () => retain('tallyHistory', new AbortController().signal);
  // The oldest says what was on air when the recording began.
  expect(await retainTally()).toEqual({ tallyChangesDeleted: 1 });
  expect((await list()).data.map(({ id }) => id)).toEqual([data[0]?.id, data[2]?.id]);
  await db().recording.delete({ where: { id: recording.id } });
  expect(await retainTally()).toEqual({ tallyChangesDeleted: 1 });
  expect((await list()).data.map(({ id }) => id)).toEqual([data[2]?.id]);
});
