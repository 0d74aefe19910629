import { beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { countViewers } from '@/lib/use-cases/events/rooms';
import type { Stream } from '@/prisma/generated/client';
import { retain } from '@/server/gateway/store/retention';
import { makeStream, makeUser } from '../../support/api/factories';

const dayMs = 86_400_000;

let stream: Stream;
beforeEach(async () => {
  stream = await makeStream((await makeUser()).actor);
});

const find = (findings: object) => db().stream.update({ where: { id: stream.id }, data: { findings } });
const problems = () =>
  db().streamProblem.findMany({ where: { streamId: stream.id }, orderBy: [{ beganAt: 'asc' }, { code: 'asc' }] });
const finding = (code: string, since: string, figures = {}) => ({ code, since, severity: 'warning', figures });

test('a problem is kept from its beginning to its end, with its last figures', async () => {
  const [first, second] = ['2026-05-01T20:00:00.000Z', '2026-05-01T20:05:00.000Z'];
  await find([finding('packet_loss', first, { percent: 2 }), finding('no_audio', first)]);
  await find([finding('packet_loss', first, { percent: 5 })]);
  await find([]);
  await find([finding('packet_loss', second, { percent: 1 })]);
  expect(await problems()).toMatchObject([
    { code: 'no_audio', beganAt: new Date(first), endedAt: expect.any(Date) },
    { code: 'packet_loss', beganAt: new Date(first), endedAt: expect.any(Date), figures: { percent: 5 } },
    { code: 'packet_loss', beganAt: new Date(second), endedAt: null, figures: { percent: 1 } },
  ]);
});

test('findings that this version cannot read do not keep a stream from being written', async () => {
  await find([{ code: 'unknown', since: 'yesterday', severity: 'odd' }, { neither: true }]);
  expect(await problems()).toEqual([]);
});

const count = (viewers: number) =>
  countViewers({ roomId: stream.eventId, eventId: stream.eventId, organizationId: stream.organizationId, viewers });
const watched = () => db().viewerMinute.findMany({ where: { roomId: stream.eventId }, orderBy: { recordedAt: 'asc' } });
const moveBack = (seconds: number) => db().$executeRaw`
  UPDATE viewer_minutes SET counted_at = counted_at - ${seconds} * interval '1 second' WHERE room_id = ${stream.eventId}::uuid`;

test('each second between two counts is one of each viewer, and after a long gap it is none', async () => {
  await count(3);
  const [row] = await watched();
  expect(row).toMatchObject({ peak: 3, viewerSeconds: 0 });
  await moveBack(10);
  // Processes that count at the same time add the same seconds once.
  await Promise.all([count(2), count(2), count(2)]);
  const sum = async () => (await watched()).reduce((total, { viewerSeconds }) => total + viewerSeconds, 0);
  expect(await sum()).toBeGreaterThanOrEqual(20);
  expect(await sum()).toBeLessThan(30);
  await db().$executeRaw`
    UPDATE viewer_minutes SET recorded_at = recorded_at - interval '5 minutes', counted_at = counted_at - interval '5 minutes'
    WHERE room_id = ${stream.eventId}::uuid`;
  const before = await sum();
  await count(7);
  expect(await sum()).toBe(before);
});

test('viewers are kept for 30 days, problems for 90, and of each camera its newest thousand', async () => {
  const { id: streamId, organizationId, eventId } = stream;
  const nowMs = Date.now();
  const at = (days: number) => new Date(nowMs - days * dayMs);
  await db().viewerMinute.createMany({
    data: [29, 31].map((days) => ({
      roomId: eventId,
      eventId,
      organizationId,
      recordedAt: at(days),
      countedAt: at(days),
    })),
  });
  await db().streamProblem.createMany({
    data: Array.from({ length: 1_002 }, (_, index) => ({
      streamId,
      organizationId,
      code: 'packet_loss',
      severity: 'warning' as const,
      beganAt: index === 0 ? at(91) : new Date(at(80).getTime() + index * 1_000),
    })),
  });
  await retain('reportFacts', new AbortController().signal);
  expect(await watched()).toHaveLength(1);
  const kept = await problems();
  expect(kept).toHaveLength(1_000);
  expect(kept[0]?.beganAt).toEqual(new Date(at(80).getTime() + 2_000));
});
