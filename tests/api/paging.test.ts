import { beforeAll, describe, expect, test } from 'vitest';
import { GET as listAuditEntries } from '@/app/api/v1/audit/route';
import { GET as listEvents } from '@/app/api/v1/events/route';
import { GET as listIncidents } from '@/app/api/v1/streams/[id]/incidents/route';
import { GET as listMetrics } from '@/app/api/v1/streams/[id]/metrics/route';
import { GET as listStreams } from '@/app/api/v1/streams/route';
import { newId } from '@/lib/core/id';
import type { Endpoint } from '@/lib/http/endpoint';
import { db } from '@/lib/platform/db/db';
import { newStreamKey } from '@/lib/use-cases/streams/stream-keys';
import { call } from '../support/api/api';
import { makeStream, makeUser, type SignedInUser } from '../support/api/factories';

interface Page {
  data: { id?: string; recorded_at?: string }[];
  meta: { next_cursor: string | null };
}

/** More than the largest page of the lists in pages. */
const many = 203;
let user: SignedInUser;
let streamId: string;

/** In the order of creation; three rows each share one time. */
const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000);

beforeAll(async () => {
  user = await makeUser();
  const { organizationId } = user.actor;
  const stream = await makeStream(user.actor);
  streamId = stream.id;
  const rows = Array.from({ length: many }, (_, index) => ({ id: newId(), organizationId, createdAt: at(index) }));
  await db().event.createMany({ data: rows.map((row) => Object.assign({ name: 'Gala' }, row)) });
  await db().stream.createMany({
    data: rows.map((row) =>
      Object.assign(
        {
          eventId: stream.eventId,
          name: 'Camera',
          streamKey: newStreamKey(),
          participantIdentity: `camera-${row.id}`,
        },
        row,
      ),
    ),
  });
  await db().streamIncident.createMany({
    data: rows.map(({ createdAt }) => ({
      id: newId(),
      streamId,
      organizationId,
      code: 'refused',
      severity: 'info' as const,
      message: 'Refused.',
      occurredAt: createdAt,
    })),
  });
  await db().auditEntry.deleteMany({ where: { organizationId } });
  await db().auditEntry.createMany({
    data: rows.map(({ createdAt }) => ({
      id: newId(),
      organizationId,
      actorType: 'user',
      actorId: user.actor.userId,
      actorName: 'Ada',
      action: 'streams.start',
      thingType: 'stream',
      thingId: streamId,
      occurredAt: createdAt,
    })),
  });
  await db().streamMetric.createMany({
    data: rows.map((_, index) => ({
      streamId,
      organizationId,
      recordedAt: new Date(Date.UTC(2026, 0, 1) + index * 1000),
      fps: 30,
      bitrateKbps: 4_000,
      reconnectCount: 0,
    })),
  });
}, 30_000);

/** Every list, what its plain call answers, and how many rows it has. */
const lists: [name: string, handler: Endpoint, plainCount: number, total: number][] = [
  ['GET /events', listEvents as Endpoint, many + 1, many + 1],
  ['GET /streams', listStreams as Endpoint, many + 1, many + 1],
  ['GET /streams/{id}/incidents', listIncidents as Endpoint, 50, many],
  ['GET /audit', listAuditEntries as Endpoint, 50, many],
  ['GET /streams/{id}/metrics', listMetrics as Endpoint, 100, many],
];

const read = async (handler: Endpoint, query: Record<string, string> = {}, token = user.token) =>
  (await call(handler, { token, params: { id: streamId }, query })).body as Page;

/** All rows, by pages of a size. */
async function readAll(handler: Endpoint, limit: number): Promise<Page['data'][]> {
  const pages: Page['data'][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await read(handler, cursor ? { limit: String(limit), cursor } : { limit: String(limit) });
    pages.push(page.data);
    cursor = page.meta.next_cursor;
  }
  return pages;
}

const keyOf = ({ id, recorded_at: recordedAt }: Page['data'][number]) => id ?? recordedAt;

describe.each(lists)('%s', (_, handler, plainCount, total) => {
  test('says where the plain call goes on, if it has not answered all', async () => {
    const { data, meta } = await read(handler);
    expect(data).toHaveLength(plainCount);
    expect(meta.next_cursor).toEqual(plainCount < total ? expect.any(String) : null);
  });

  test('shows each row once by pages, in the order of the plain call', async () => {
    const pages = await readAll(handler, 50);
    const keys = pages.flat().map(keyOf);
    expect(keys).toHaveLength(total);
    expect(new Set(keys).size).toBe(total);
    const plain = (await read(handler)).data.map(keyOf);
    // Samples are oldest first within a page, and each further page is older.
    const first = handler === listMetrics ? [pages[1], pages[0]].flatMap((page) => page ?? []) : pages.flat();
    expect(first.slice(0, plainCount).map(keyOf)).toEqual(plain);
  });

  test.each(['', 'x', '0', '1_2', `99999999999999999_${newId()}`, `-1_${newId()}`, `1_${newId()}x`])(
    'refuses the cursor "%s"',
    async (cursor) => {
      expect(await call(handler, { token: user.token, params: { id: streamId }, query: { cursor } })).toMatchObject({
        status: 422,
        body: { error: { code: 'invalid_input', errors: { cursor: [expect.any(String)] } } },
      });
    },
  );

  test('refuses a page without an end', async () => {
    for (const limit of ['0', '2001', '1e9', 'all', '1.5', '']) {
      expect(await call(handler, { token: user.token, params: { id: streamId }, query: { limit } })).toMatchObject({
        status: 422,
        body: { error: { message: expect.stringMatching(/^limit must be a whole number from 1 to \d+\.$/) } },
      });
    }
  });
});

test.each([lists[0], lists[1]] as typeof lists)(
  "%s: another organization's cursor shows nothing of it",
  async (_, handler) => {
    const stranger = await makeUser();
    await makeStream(stranger.actor);
    const { meta } = await read(handler, { limit: '1' });
    const { data } = await read(handler, { cursor: meta.next_cursor ?? '' }, stranger.token);
    expect(data).toHaveLength(1);
  },
);

test('a row that is deleted or added between two pages shifts no other', async () => {
  const first = await read(listEvents as Endpoint, { limit: '10' });
  await db().event.deleteMany({ where: { id: { in: [first.data[9]?.id ?? '', first.data[3]?.id ?? ''] } } });
  await db().event.create({
    data: { id: newId(), organizationId: user.actor.organizationId, name: 'New', createdAt: at(0) },
  });
  const second = await read(listEvents as Endpoint, { limit: '10', cursor: first.meta.next_cursor ?? '' });
  const stored = await db().event.findMany({
    where: { organizationId: user.actor.organizationId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  const lastSeen = first.data[8]?.id;
  const from = stored.findIndex(({ id }) => id === lastSeen) + 1;
  expect(second.data.map(({ id }) => id)).toEqual(stored.slice(from, from + 10).map(({ id }) => id));
});
