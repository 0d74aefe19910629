import { expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { recordPlayerBytes } from '@/server/gateway/store/stream-records';
import { makeIdleStream } from '../../support/gateway/reconciler';

test('gateways add the bytes that went to players to those of the day, and forget streams that are gone', async () => {
  const [left, right] = [await makeIdleStream(), await makeIdleStream()];
  expect(await recordPlayerBytes(new Map())).toBe(0);
  await Promise.all([
    recordPlayerBytes(
      new Map([
        [left.id, 1_000],
        [right.id, 5],
        [newId(), 7],
      ]),
    ),
    recordPlayerBytes(
      new Map([
        [right.id, 2],
        [left.id, 200],
      ]),
    ),
  ]);
  const days = await db().playerDay.findMany({
    where: { streamId: { in: [left.id, right.id] } },
    orderBy: { bytes: 'desc' },
  });
  expect(days).toMatchObject([
    { streamId: left.id, organizationId: left.organizationId, bytes: 1_200 },
    { streamId: right.id, bytes: 7 },
  ]);
});
