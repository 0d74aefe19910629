import { beforeEach, expect, test } from 'vitest';
import { GET as getReport } from '@/app/api/v1/events/[id]/report/route';
import { reportCsv } from '@/lib/contracts/report-csv';
import type { ReportJson } from '@/lib/contracts/reports';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { destinationSecrets } from '@/lib/platform/db/sealed-columns';
import type { Destination, Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

const minuteMs = 60_000;

let user: SignedInUser;
let stream: Stream;
let destination: Destination;

beforeEach(async () => {
  user = await makeUser();
  const event = await makeEvent(user.actor);
  stream = await makeStream(user.actor, { name: 'Program', eventId: event.id });
  await db().stream.update({ where: { id: stream.id }, data: { status: 'active' } });
  const id = newId();
  const secrets = destinationSecrets.seal(id, { key: 'secret', passphrase: null, isOperators: false });
  const kind = { name: 'YouTube', kind: 'youtube', address: 'rtmps://a.example/live2', hasKey: true };
  destination = await db().destination.create({
    data: {
      id,
      organizationId: stream.organizationId,
      streamId: stream.id,
      ...kind,
      hasPassphrase: false,
      secrets,
      isOn: true,
    },
  });
});

const change = (data: object) => db().destination.update({ where: { id: destination.id }, data });
const hear = (state: string, figures: object = {}) =>
  change({
    report: {
      state,
      cause: null,
      detail: null,
      sentBytes: 0,
      droppedFrames: 0,
      stateSince: new Date().toISOString(),
      ...figures,
    },
  });
const spells = () =>
  db().destinationSpell.findMany({ where: { streamId: stream.id }, orderBy: [{ beganAt: 'asc' }, { endedAt: 'asc' }] });
const states = async () => (await spells()).map(({ state, cause, endedAt }) => [state, cause, endedAt !== null]);

test('the history begins with the first answer, and keeps the first cause of each interruption', async () => {
  await hear('waiting', { cause: 'no_picture' });
  await hear('connecting');
  expect(await spells()).toEqual([]);
  await hear('live', { sentBytes: 100 });
  await hear('live', { sentBytes: 1_000, droppedFrames: 2 });
  await hear('retrying', { cause: 'closed', sentBytes: 1_500, droppedFrames: 3 });
  await hear('retrying', { cause: 'unreachable', sentBytes: 1_500, droppedFrames: 3 });
  await hear('live', { sentBytes: 1_500, droppedFrames: 3 });
  // A new worker counts from zero.
  await hear('live', { sentBytes: 400, droppedFrames: 1 });
  await hear('waiting', { cause: 'no_picture', sentBytes: 400, droppedFrames: 1 });
  await db().stream.update({ where: { id: stream.id }, data: { status: 'stopping' } });
  // The worker reports until it has ended.
  await hear('live', { sentBytes: 500 });
  expect(await states()).toEqual([
    ['live', null, true],
    ['interrupted', 'closed', true],
    ['live', null, true],
    ['interrupted', 'no_picture', true],
  ]);
  const found = await spells();
  expect(found.map(({ sentBytes, droppedFrames }) => [Number(sentBytes), droppedFrames])).toEqual([
    [1_400, 3],
    [0, 0],
    [400, 1],
    [0, 0],
  ]);
  expect(found.slice(1).map(({ beganAt }) => beganAt)).toEqual(found.slice(0, -1).map(({ endedAt }) => endedAt));
});

test.each([
  ['is switched off', () => change({ isOn: false })],
  ['gets another key', () => change({ revision: { increment: 1 }, report: {} })],
  ['is deleted', () => db().destination.delete({ where: { id: destination.id } })],
])('a history ends when the destination %s', async (_, end) => {
  await hear('live');
  await end();
  expect(await states()).toEqual([['live', null, true]]);
});

test('a worker that was replaced unseen has interrupted its destination', async () => {
  await hear('live');
  const agoMs = 8_000;
  const seenAt = new Date(Date.now() - agoMs);
  await db().destinationSpell.updateMany({ data: { beganAt: new Date(seenAt.getTime() - minuteMs), seenAt } });
  await hear('live');
  expect(await states()).toEqual([
    ['live', null, true],
    ['interrupted', null, true],
    ['live', null, false],
  ]);
  expect((await spells())[1]).toMatchObject({ beganAt: seenAt });
});

test('reports that this version cannot read do not keep a destination from being written', async () => {
  await change({ report: { state: 'live', stateSince: 'yesterday', sentBytes: 'many' } });
  await change({ report: [1, 2] });
  expect((await states())[0]).toEqual(['live', null, true]);
});

test('a report says when each destination was live, and why it was not', async () => {
  const endMs = Math.floor(Date.now() / minuteMs) * minuteMs - 5 * minuteMs;
  const startMs = endMs - 30 * minuteMs;
  const at = (minutes: number) => new Date(startMs + minutes * minuteMs);
  const other = await makeStream(user.actor, { name: 'Elsewhere' });
  await db().event.update({ where: { id: stream.eventId }, data: { startsAt: at(0), endsAt: at(30) } });
  const spell = (state: string, from: number, to: number | null, more: object = {}) => ({
    ...{ destinationId: destination.id, streamId: stream.id, organizationId: stream.organizationId, name: 'YouTube' },
    ...{
      kind: 'youtube',
      state,
      beganAt: at(from),
      seenAt: at(to ?? 30),
      endedAt: to === null ? null : at(to),
      ...more,
    },
  });
  await db().destinationSpell.createMany({
    data: [
      spell('interrupted', -40, -30, { cause: 'unreachable' }),
      spell('live', -2, 10, { sentBytes: BigInt(12 * 60 * 500_000), droppedFrames: 7 }),
      spell('interrupted', 10, 11, { cause: 'closed' }),
      spell('live', 11, 20, { sentBytes: BigInt(9 * 60 * 500_000) }),
      spell('interrupted', 20, null, { cause: 'refused', detail: 'Too many streams.' }),
      spell('live', 0, 30, { streamId: other.id, destinationId: newId() }),
    ],
  });
  const report = await call(getReport, { token: user.token, params: { id: stream.eventId } });
  const { attributes } = (report.body as { data: ReportJson }).data;
  expect(attributes.destinations).toEqual([
    {
      id: destination.id,
      name: 'YouTube',
      camera_id: stream.id,
      live_seconds: 19 * 60,
      live: [
        { from: at(0).toISOString(), to: at(10).toISOString() },
        { from: at(11).toISOString(), to: at(20).toISOString() },
      ],
      interruptions: [
        {
          at: at(10).toISOString(),
          seconds: 60,
          cause: expect.stringContaining('ended the connection'),
          is_over: true,
        },
        { at: at(20).toISOString(), seconds: 600, cause: expect.stringContaining('Too many streams'), is_over: false },
      ],
      interrupted_seconds: 660,
      bitrate_avg_kbps: 4_000,
      dropped_frames: 7,
    },
  ]);
  const csv = reportCsv({ id: null, type: 'report', attributes }, 'en');
  expect(csv).toContain('destinations,destination_live_seconds,destination_interruptions');
  expect(csv).toMatch(/YouTube,1140,2,660,7\s*$/);
});
