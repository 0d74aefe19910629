import { beforeEach, expect, test } from 'vitest';
import { GET as getAnalytics } from '@/app/api/v1/analytics/route';
import type { AnalyticsJson } from '@/lib/contracts/analytics';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { keepDays } from '@/lib/use-cases/reports/keep-days';
import type { Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const gigabyte = 1e9;

let user: SignedInUser;
let eventId: string;
let cameras: Stream[];
/** The day before yesterday, which is over wherever the clock stands. */
let day: Date;

beforeEach(async () => {
  await db().keptDay.deleteMany();
  await db().streamMetricMinute.deleteMany();
  await db().streamMetric.deleteMany();
  user = await makeUser();
  eventId = (await makeEvent(user.actor, 'Derby')).id;
  cameras = [
    await makeStream(user.actor, { name: 'Left', eventId }),
    await makeStream(user.actor, { name: '=Right', eventId }),
  ];
  const todayMs = Math.floor(Date.now() / dayMs) * dayMs;
  day = new Date(todayMs - 2 * dayMs);
  // The day alone is to be kept.
  const others = Array.from({ length: 32 }, (_, age) => new Date(todayMs - age * dayMs));
  await db().keptDay.createMany({
    data: others.filter((at) => at.getTime() !== day.getTime()).map((at) => ({ day: at, seconds: 0 })),
  });
});

/** Minutes of a camera from the given hour of the day on, each with 2 Mbit/s. */
async function film({ id: streamId, organizationId }: Stream, hour: number, minutes: number, rttMs: number) {
  const from = day.getTime() + hour * 60 * minuteMs;
  const data = Array.from({ length: minutes }, (_, index) => ({
    streamId,
    organizationId,
    recordedAt: new Date(from + index * minuteMs),
    fps: 30,
    bitrateKbps: 2_000,
    reconnectCount: 0,
    rttMs,
    liveSeconds: 60,
    liveKilobits: 120_000,
    framesLost: 1,
    lossPercentSum: 30,
    lossSeconds: 60,
  }));
  await db().streamMetricMinute.createMany({ data });
}

const ask = async (token = user.token, query: Record<string, string> = {}) => call(getAnalytics, { token, query });
const analytics = async () => ((await ask()).body as { data: AnalyticsJson }).data.attributes;

async function filmDay(): Promise<void> {
  const [left, right] = cameras as [Stream, Stream];
  await db().stream.update({
    where: { id: left.id },
    data: { media: { video: null, audio: null, mode: null, reason: null, encoder: 'x264 core 164, FFmpeg' } },
  });
  await film(left, 10, 120, 10);
  await film(right, 11, 30, 50);
  await film(right, 20, 30, 50);
  const { organizationId } = left;
  const at = (hour: number) => new Date(day.getTime() + hour * 60 * minuteMs);
  await db().recording.create({
    data: {
      id: newId(),
      organizationId,
      eventId,
      streamId: left.id,
      cameraName: 'Left',
      startedAt: at(10),
      endedAt: at(12),
      sizeBytes: 3 * gigabyte,
    },
  });
  await db().playerDay.create({ data: { organizationId, streamId: right.id, day, bytes: gigabyte / 2 } });
  await db().streamIncident.create({
    data: {
      id: newId(),
      organizationId,
      streamId: left.id,
      code: 'camera_lost',
      severity: 'critical',
      message: 'Lost.',
      occurredAt: at(11),
    },
  });
  await db().viewerMinute.create({
    data: {
      roomId: eventId,
      recordedAt: at(10),
      organizationId,
      eventId,
      viewerSeconds: 5_400,
      peak: 90,
      countedAt: at(10),
    },
  });
}

test('a finished day is kept once, by camera, event and organization', async () => {
  await filmDay();
  const kept = await keepDays();
  expect(kept).toEqual([day]);
  expect(await keepDays()).toEqual([]);

  const { months, events, cameras: lines, sources, encoders, networks, max_streams_on: max } = await analytics();
  // 180 minutes at 120,000 kilobits.
  const used = {
    camera_hours: 3,
    viewer_hours: 1.5,
    gigabytes_in: 2.7,
    gigabytes_to_players: 0.5,
    gigabytes_recorded: 3,
  };
  const month = day.toISOString().slice(0, 7);
  // Months without any use are left out.
  expect(months).toEqual([{ month, ...used, peak_cameras: 2 }]);
  expect(events).toEqual([{ id: eventId, name: 'Derby', ...used }]);
  expect(lines).toMatchObject([
    { name: 'Left', camera_hours: 2, gigabytes_in: 1.8, gigabytes_recorded: 3, outages: 1, frames_lost: 120 },
    { name: '=Right', camera_hours: 1, gigabytes_in: 0.9, gigabytes_recorded: 0, outages: 0, frames_lost: 60 },
  ]);
  expect(sources).toEqual([{ kind: 'srt', camera_hours: 3, outages_per_hour: 0.33, loss_percent: 0.5 }]);
  expect(encoders).toMatchObject([
    { kind: 'x264 core 164, FFmpeg', camera_hours: 2, outages_per_hour: 0.5 },
    { kind: 'unknown', camera_hours: 1, outages_per_hour: 0 },
  ]);
  expect(networks.map(({ kind, outages_per_hour: rate }) => [kind, rate])).toEqual([
    ['near', 0.5],
    ['far', 0],
  ]);
  expect(max).toBeGreaterThan(0);
});

test('a kept day outlives its samples, its cameras and its event', async () => {
  await filmDay();
  await keepDays();
  const before = await analytics();
  await db().event.delete({ where: { id: eventId } });
  expect(await analytics()).toEqual(before);
});

test('processes that keep the same day at the same time count it once', async () => {
  await filmDay();
  await Promise.all(Array.from({ length: 4 }, () => keepDays()));
  await keepDays();
  expect((await analytics()).events).toMatchObject([{ camera_hours: 3, viewer_hours: 1.5 }]);
});

test('today counts so far, again and again', async () => {
  const todayMs = Math.floor(Date.now() / dayMs) * dayMs;
  const noonMs = todayMs + dayMs / 2;
  const today = new Date(todayMs);
  await db().keptDay.update({ where: { day: today }, data: { day } });
  day = today;
  const [left] = cameras as [Stream];
  await film(left, 9, 60, 10);
  expect(await keepDays(noonMs)).toEqual([]);
  expect((await analytics()).cameras).toMatchObject([{ name: 'Left', camera_hours: 1, frames_lost: 60 }]);

  await film(left, 10, 30, 10);
  await db().stream.update({ where: { id: left.id }, data: { name: 'Wide' } });
  expect(await keepDays(noonMs)).toEqual([]);
  const { cameras: lines, months } = await analytics();
  expect(lines).toMatchObject([{ name: 'Wide', camera_hours: 1.5, frames_lost: 90 }]);
  expect(months).toMatchObject([{ camera_hours: 1.5, peak_cameras: 1 }]);

  // Over, and settled: it is kept for good.
  expect(await keepDays(todayMs + dayMs + dayMs / 2)).toEqual([day]);
  await film(left, 13, 30, 10);
  await keepDays(todayMs + dayMs + dayMs / 2);
  expect((await analytics()).cameras).toMatchObject([{ camera_hours: 1.5 }]);
});

test('a day waits until its samples are rolled up', async () => {
  await filmDay();
  const { id: streamId, organizationId } = cameras[0] as Stream;
  const sample = { fps: 30, bitrateKbps: 2_000, reconnectCount: 0 };
  // After the last minute of the table, on the day itself.
  const recordedAt = new Date(day.getTime() + 23 * 60 * minuteMs);
  await db().streamMetric.create({ data: { streamId, organizationId, recordedAt, ...sample } });
  expect(await keepDays()).toEqual([]);
  await db().streamMetric.deleteMany({ where: { streamId } });
  expect(await keepDays()).toEqual([day]);
});

test('days are deleted after two years', async () => {
  await filmDay();
  const { id: streamId, organizationId } = cameras[0] as Stream;
  const figures = { liveSeconds: 1, bytesIn: 1, bytesRecorded: 0, framesLost: 0, outages: 0 };
  const names = { eventName: 'Derby', cameraName: 'Left', sourceKind: 'srt' };
  const ages = [800, 700].map((age) => new Date(day.getTime() - age * dayMs));
  await db().cameraDay.createMany({
    data: ages.map((at) => ({ streamId, organizationId, eventId, day: at, ...names, ...figures })),
  });
  await keepDays();
  const lines = await db().cameraDay.findMany({ where: { streamId }, orderBy: { day: 'asc' } });
  expect(lines.map((line) => line.day)).toEqual([ages[1], day]);
});

test('the CSV has a line for each month, event, camera, source, encoder and network, and no formula', async () => {
  await filmDay();
  await keepDays();
  const headers = { authorization: `Bearer ${user.token}` };
  const request = new Request('http://sightline.test/api/v1/analytics?format=csv&months=3', { headers });
  const answer = await getAnalytics(request, { params: Promise.resolve({}) });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(1 + 1 + 1 + 2 + 1 + 2 + 2);
  expect(lines).toContain("camera,'=Right,Derby,1,,0.9,0.5,0,,0,60,,");
  expect(lines).toContain('encoder,"x264 core 164, FFmpeg",,2,,,,,,,,0.5,0.5');
  expect(new Set(lines.map((line) => line.replace(/"[^"]*"/g, '').split(',').length))).toEqual(new Set([13]));
  const german = new Request(request.url, { headers: Object.assign({ 'accept-language': 'de-AT,en;q=0.5' }, headers) });
  const bytes = Buffer.from(await (await getAnalytics(german, { params: Promise.resolve({}) })).arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from('efbbbf', 'hex'));
  expect(bytes.toString().split('\r\n')).toContain("camera;'=Right;Derby;1;;0,9;0,5;0;;0;60;;");
});

test('a viewer is refused, and a stranger sees nothing of it', async () => {
  await filmDay();
  await keepDays();
  expect((await ask((await makeColleague(user.actor, 'viewer')).token)).status).toBe(403);
  const { body } = await ask((await makeUser()).token);
  expect((body as { data: AnalyticsJson }).data.attributes).toMatchObject({ events: [], cameras: [], sources: [] });
});
