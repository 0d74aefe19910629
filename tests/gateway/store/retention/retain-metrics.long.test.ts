import { beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { retain } from '@/server/gateway/store/retention';
import { makeStream, makeUser } from '../../../support/api/factories';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The start of a minute, some minutes ago. */
const base = Math.floor(Date.now() / minuteMs) * minuteMs - 5 * minuteMs;

let stream: Stream;

beforeEach(async () => {
  await db().stream.deleteMany();
  stream = await makeStream((await makeUser()).actor);
});

const run = () => retain('metrics', new AbortController().signal);

/** One sample a second. */
async function record(startMs: number, count: number, values: (index: number) => object = () => ({}), of = stream) {
  const { id: streamId, organizationId } = of;
  await db().streamMetric.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      streamId,
      organizationId,
      recordedAt: new Date(startMs + index * secondMs),
      fps: 30,
      bitrateKbps: 4_000,
      reconnectCount: 0,
      ...values(index),
    })),
  });
}

const minutes = () => db().streamMetricMinute.findMany({ orderBy: [{ recordedAt: 'asc' }, { streamId: 'asc' }] });

test('a finished minute becomes one row: means, sums of packets, and the maximum of running counters', async () => {
  await record(base, 60, (index) => ({
    fps: index < 30 ? 20 : 30,
    latencyMs: 100 + index,
    droppedFrames: index,
    reconnectCount: index > 30 ? 1 : 0,
    lostPackets: 2,
    retransmittedPackets: 1,
    lossPercent: index % 2,
    jitterMs: 1 + (index % 2),
    audioLeftDbfs: -index,
    qualityScore: 90,
    alertLevel: index === 5 ? 'critical' : 'healthy',
  }));
  expect(await run()).toEqual({ minutesWritten: 1, samplesDeleted: 0, minutesDeleted: 0 });
  expect(await minutes()).toEqual([
    {
      streamId: stream.id,
      organizationId: stream.organizationId,
      recordedAt: new Date(base),
      fps: 25,
      bitrateKbps: 4_000,
      latencyMs: 129.5,
      droppedFrames: 59,
      reconnectCount: 1,
      lostPackets: 120,
      retransmittedPackets: 60,
      lossPercent: 0.5,
      audioLeftDbfs: 0,
      audioRightDbfs: null,
      rttMs: null,
      jitterMs: 1.5,
      gopSeconds: null,
      qualityScore: 90,
      alertLevel: 'critical',
      liveSeconds: 60,
      liveKilobits: 240_000,
      minBitrateKbps: 4_000,
      maxBitrateKbps: 4_000,
      framesLost: 59,
      reconnects: 1,
      lossPercentSum: 30,
      lossSeconds: 60,
      latencies: new Uint8Array(Array.from({ length: 60 }, (_, index) => [0, 100 + index]).flat()),
      loudnessLufs: null,
      loudness: null,
      shortTermLufs: null,
      playersMarginMs: null,
      shortTerms: null,
    },
  ]);
});

test('an unfinished minute is left for a later run, and none is written twice', async () => {
  const now = Math.floor(Date.now() / secondMs) * secondMs;
  await record(base, 120);
  await record(now, 1);
  expect(await run()).toMatchObject({ minutesWritten: 2 });
  expect(await run()).toMatchObject({ minutesWritten: 0 });
  await record(base + 2 * minuteMs, 60);
  expect(await run()).toMatchObject({ minutesWritten: 1 });
  expect((await minutes()).map(({ recordedAt }) => recordedAt.getTime())).toEqual(
    [0, 1, 2].map((index) => base + index * minuteMs),
  );
});

test('at the boundary of 24 hours nothing is lost: deleted samples are in a minute, younger ones stay', async () => {
  const start = Math.floor((Date.now() - dayMs) / minuteMs) * minuteMs - 15 * minuteMs;
  const other = await makeStream((await makeUser()).actor);
  await record(start, 30 * 60, (index) => ({ lostPackets: index % 7 }));
  await record(start + 12 * minuteMs, 6 * 60, () => ({ lostPackets: 5 }), other);
  const before = await db().streamMetric.aggregate({ _sum: { lostPackets: true } });
  const { samplesDeleted } = await run();
  expect(samplesDeleted).toBeGreaterThan(15 * 60);
  const youngest = await db().streamMetric.findMany({ where: { recordedAt: { lt: new Date(Date.now() - dayMs) } } });
  expect(youngest).toEqual([]);
  expect(await db().streamMetric.count()).toBe(30 * 60 + 6 * 60 - samplesDeleted);
  const after = await db().streamMetricMinute.aggregate({ _sum: { lostPackets: true }, _count: true });
  expect(after).toEqual({ _sum: before._sum, _count: 36 });
});

test('minutes older than 30 days are deleted, younger ones stay', async () => {
  const { id: streamId, organizationId } = stream;
  const aged = (ageMs: number) => ({
    streamId,
    organizationId,
    recordedAt: new Date(Date.now() - ageMs),
    fps: 30,
    bitrateKbps: 4_000,
    reconnectCount: 0,
  });
  await db().streamMetricMinute.createMany({ data: [aged(29.9 * dayMs), aged(30.1 * dayMs), aged(60 * dayMs)] });
  expect(await run()).toMatchObject({ minutesDeleted: 2 });
  expect(await minutes()).toHaveLength(1);
});

test('concurrent runs do all the work once', { timeout: 20_000 }, async () => {
  await record(base - 2 * dayMs, 5_600);
  const all = await Promise.all([run(), run(), run()]);
  const total = (name: keyof (typeof all)[number]) => all.reduce((sum, one) => sum + one[name], 0);
  expect([total('minutesWritten'), total('samplesDeleted')]).toEqual([94, 5_600]);
  expect(await minutes()).toHaveLength(94);
});

test('an aborted run stops', async () => {
  await record(base, 60);
  const stop = new AbortController();
  stop.abort();
  expect(await retain('metrics', stop.signal)).toEqual({ minutesWritten: 0, samplesDeleted: 0, minutesDeleted: 0 });
});
