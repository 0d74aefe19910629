import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { recordSamples } from '@/server/gateway/store/record-samples';
import { makeIdleStream } from '../../support/gateway/reconciler';

const waitMs = 2_000;
/** All connections of this process to Postgres. */
const busyCount = 10;

const sampleOf = (streamId: string, measuredAtMs: number) => ({
  streamId,
  measuredAtMs,
  fps: 30,
  bitrateKbps: 4_000,
  reconnectCount: 0,
});

const recordedAtMs = async (streamId: string): Promise<number> =>
  (await db().streamMetric.findFirstOrThrow({ where: { streamId } })).recordedAt.getTime();

const waits: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
  ['in the gateway', async () => undefined, () => sleep(waitMs)],
  [
    'for a lock',
    () =>
      db().$transaction(async (tx) => {
        await tx.$executeRaw`LOCK TABLE stream_metrics IN EXCLUSIVE MODE`;
        await sleep(waitMs);
      }),
    () => sleep(200),
  ],
  [
    'for a connection',
    () =>
      Promise.all(Array.from({ length: busyCount }, () => db().$queryRaw`SELECT 1 FROM pg_sleep(${waitMs / 1_000})`)),
    () => sleep(200),
  ],
];

test.each(waits)(
  'a sample that waits two seconds %s keeps the time at which it was measured',
  async (_, hold, delay) => {
    const { id } = await makeIdleStream();
    const held = hold();
    const [measuredAtMs, atMs] = [performance.now(), Date.now()];
    await delay();
    const [sample] = await recordSamples([sampleOf(id, measuredAtMs)]);
    await held;
    expect(Date.now() - atMs).toBeGreaterThan(waitMs * 0.9);
    expect(Math.abs((await recordedAtMs(id)) - atMs)).toBeLessThan(500);
    expect(sample?.recordedAt.getTime()).toBe(await recordedAtMs(id));
  },
);

test('samples of one statement keep their own times, and those of deleted streams are left out', async () => {
  const [first, second] = [await makeIdleStream(), await makeIdleStream()];
  const nowMs = performance.now();
  const samples = await recordSamples([
    sampleOf(first.id, nowMs - 900),
    sampleOf(second.id, nowMs),
    sampleOf(newId(), nowMs),
  ]);
  expect(samples.map(({ streamId }) => streamId)).toEqual([first.id, second.id]);
  expect((await recordedAtMs(second.id)) - (await recordedAtMs(first.id))).toBeGreaterThanOrEqual(899);
});
