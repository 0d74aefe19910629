import { beforeEach, expect, test } from 'vitest';
import * as lineUps from '@/app/api/v1/events/[id]/line_ups/route';
import { GET as getReport } from '@/app/api/v1/events/[id]/report/route';
import type { LineUpFacts, LineUpJson } from '@/lib/contracts/line-ups';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { finishLineUp, readOpenLineUps } from '@/lib/use-cases/line-ups/line-ups';
import type { Prisma, Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';

let user: SignedInUser;
let eventId: string;
beforeEach(async () => {
  user = await makeUser();
  eventId = (await makeEvent(user.actor, 'Gala')).id;
}, 30_000);

async function makeCamera(name: string, data: Prisma.StreamUncheckedUpdateInput = {}): Promise<Stream> {
  const { id } = await makeStream(user.actor, { name, eventId });
  return db().stream.update({ where: { id }, data: { status: 'active', signal: 'live', ...data } });
}

/** Begins as the page does, records seconds of the cameras, and finishes without the ten seconds between. */
async function lineUp(cameras: Stream[], figures: { audioLeftDbfs?: number } = {}): Promise<LineUpFacts> {
  const { status, body } = await call(lineUps.POST, { method: 'POST', token: user.token, params: { id: eventId } });
  const begun = (body as { data: LineUpJson }).data;
  expect([status, begun.attributes.result]).toEqual([201, null]);
  const startedMs = Date.parse(begun.attributes.started_at);
  await db().streamMetric.createMany({
    data: cameras.flatMap(({ id: streamId, organizationId }) =>
      [1, 2, 3].map((second) => ({
        streamId,
        organizationId,
        recordedAt: new Date(startedMs + second * 1_000),
        fps: 25,
        bitrateKbps: 4_000,
        reconnectCount: 0,
        latencyMs: 150,
        audioLeftDbfs: -20,
        ...figures,
      })),
    ),
  });
  await finishLineUp(await db().lineUp.findUniqueOrThrow({ where: { id: begun.id } }));
  const [newest] = await list();
  expect(newest?.id).toBe(begun.id);
  return newest?.attributes.result as LineUpFacts;
}

async function list(): Promise<LineUpJson[]> {
  const { body } = await call(lineUps.GET, { token: user.token, params: { id: eventId } });
  return (body as { data: LineUpJson[] }).data;
}

test('all was well, and the report of the show has it', async () => {
  const cameras = [await makeCamera('Left'), await makeCamera('Right')];
  await makeStream(user.actor, { name: 'Spare', eventId });
  const result = await lineUp(cameras);
  expect(result).toMatchObject({ is_well: true, sentence: 'All was well with 2 cameras. 1 was off.' });
  expect(result.cameras.map(({ name, is_on: isOn }) => [name, isOn])).toEqual([
    ['Left', true],
    ['Right', true],
    ['Spare', false],
  ]);
  // The show began a moment later.
  const [startsAt, endsAt] = [new Date(Date.now() - 1_000), new Date(Date.now() + 3_600_000)];
  await db().event.update({ where: { id: eventId }, data: { startsAt, endsAt } });
  const { body } = await call(getReport, { token: user.token, params: { id: eventId } });
  expect(body).toMatchObject({ data: { attributes: { line_ups: [result] } } });
});

test('faults are named with their cameras', async () => {
  const silent = await makeCamera('Silent');
  const black = await makeCamera('Black');
  const { id: streamId, organizationId } = black;
  const problem = { streamId, organizationId, code: 'picture_black', severity: 'warning' as const };
  await db().streamProblem.create({ data: { ...problem, beganAt: new Date(Date.now() - 60_000) } });
  const result = await lineUp([silent, black], { audioLeftDbfs: -95 });
  expect(result).toMatchObject({
    is_well: false,
    sentence: 'Something was wrong with 2 of 2 cameras: Silent, Black.',
  });
  const wrong = result.cameras.map(({ checks }) =>
    checks.filter(({ state }) => state === 'wrong').map(({ check }) => check),
  );
  expect(wrong).toEqual([['sound'], ['picture', 'sound']]);
});

test('a problem that was mended before is not told', async () => {
  const camera = await makeCamera('Left');
  const { id: streamId, organizationId } = camera;
  const [beganAt, endedAt] = [new Date(Date.now() - 60_000), new Date()];
  const problem = { streamId, organizationId, code: 'picture_black', severity: 'warning' as const };
  await db().streamProblem.create({ data: { ...problem, beganAt, endedAt } });
  expect(await lineUp([camera])).toMatchObject({ is_well: true, sentence: 'All was well with 1 camera.' });
});

test('quiet alarms are not taken for silence', async () => {
  const camera = await makeCamera('Left');
  await db().event.update({ where: { id: eventId }, data: { alarmsMutedUntil: new Date(Date.now() + 60_000) } });
  expect(await lineUp([camera])).toMatchObject({
    is_well: false,
    sentence: expect.stringContaining('Alarms were quiet'),
  });
});

test('an event without a camera that is on is not well', async () => {
  expect(await lineUp([])).toMatchObject({ is_well: false, sentence: 'No camera was on.', cameras: [] });
});

test('is finished ten seconds later, once, and not long after', async () => {
  await call(lineUps.POST, { method: 'POST', token: user.token, params: { id: eventId } });
  const [begun] = await db().lineUp.findMany({ where: { eventId } });
  const dueAfter = async (seconds: number) => {
    const { due } = await readOpenLineUps(new Date((begun?.startedAt.getTime() ?? 0) + seconds * 1_000));
    return due.filter((lineUp) => lineUp.eventId === eventId).length;
  };
  expect([await dueAfter(9), await dueAfter(10), await dueAfter(31)]).toEqual([0, 1, 0]);
  if (begun) await finishLineUp(begun);
  expect(await dueAfter(10)).toBe(0);
});

test('an event keeps its newest hundred', async () => {
  const { organizationId } = user.actor;
  const startedAt = new Date(Date.now() - 3_600_000);
  const rows = Array.from({ length: 100 }, () => ({
    id: newId(),
    organizationId,
    eventId,
    startedAt,
    askedBy: 'Ada',
  }));
  await db().lineUp.createMany({ data: rows });
  await lineUp([]);
  expect(await db().lineUp.count({ where: { eventId } })).toBe(100);
});

test('more than thirty in ten minutes are refused', async () => {
  await setUses('line_up', user.actor.organizationId, 30);
  const answer = await call(lineUps.POST, { method: 'POST', token: user.token, params: { id: eventId } });
  expect(answer.status).toBe(429);
});
