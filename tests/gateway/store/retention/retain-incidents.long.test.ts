import { beforeEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { keptPerStream, retain } from '@/server/gateway/store/retention';
import { makeStream, makeUser } from '../../../support/api/factories';

const dayMs = 86_400_000;
let streams: Stream[];

beforeEach(async () => {
  await db().stream.deleteMany();
  const { actor } = await makeUser();
  streams = [await makeStream(actor), await makeStream(actor)];
}, 30_000);

const run = () => retain('incidents', new AbortController().signal);

/** Incidents a second apart, the newest this long ago. @returns their ids, oldest first */
async function record(count: number, { ageMs = 0, of = streams[0] } = {}): Promise<string[]> {
  const data = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    streamId: of?.id ?? '',
    organizationId: of?.organizationId ?? '',
    code: 'refused',
    severity: 'info' as const,
    message: 'Refused.',
    occurredAt: new Date(Date.now() - ageMs - (count - 1 - index) * 1_000),
  }));
  await db().streamIncident.createMany({ data });
  return data.map(({ id }) => id);
}

const left = async () => (await db().streamIncident.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);

test('incidents older than 90 days are deleted, younger ones stay', async () => {
  await record(3, { ageMs: 91 * dayMs });
  const young = await record(3, { ageMs: 89 * dayMs });
  expect(await run()).toEqual({ incidentsDeleted: 3 });
  expect(await left()).toEqual(young);
});

test('of each stream the newest thousand stay, more than one batch is deleted', { timeout: 60_000 }, async () => {
  const many = await record(keptPerStream + 5_500);
  const few = await record(5, { of: streams[1], ageMs: 10 * dayMs });
  expect(await run()).toEqual({ incidentsDeleted: 5_500 });
  expect((await left()).sort()).toEqual([...many.slice(-keptPerStream), ...few].sort());
  expect(await run()).toEqual({ incidentsDeleted: 0 });
});

test('concurrent runs delete each incident once', { timeout: 60_000 }, async () => {
  await record(keptPerStream + 200);
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.reduce((sum, { incidentsDeleted }) => sum + incidentsDeleted, 0)).toBe(200);
});

test('neither the oldest nor the surplus is looked for in the table itself', async () => {
  await record(50);
  const plan = await db().$transaction(async (tx) => {
    // The planner would prefer these for so few rows.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.$executeRawUnsafe(`SET LOCAL enable_${way} = off`);
    const byAge = await tx.$queryRaw<object[]>`EXPLAIN SELECT ctid FROM stream_incidents
      WHERE occurred_at < now() - interval '90 days' ORDER BY occurred_at LIMIT 10`;
    const surplus = await tx.$queryRaw<object[]>`EXPLAIN SELECT id FROM stream_incidents
      WHERE stream_id = ${streams[0]?.id}::uuid ORDER BY occurred_at DESC, id DESC OFFSET 10`;
    return JSON.stringify([byAge, surplus]);
  });
  expect(plan).toContain('stream_incidents_occurred_at_idx');
  expect(plan).toContain('stream_incidents_stream_id_occurred_at_id_idx');
  expect(plan).not.toContain('Sort');
});
