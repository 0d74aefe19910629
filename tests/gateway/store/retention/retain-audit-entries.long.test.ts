import { beforeEach, expect, test } from 'vitest';
import type { UserActor } from '@/lib/auth/actor';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { retain } from '@/server/gateway/store/retention';
import { makeUser } from '../../../support/api/factories';

const dayMs = 86_400_000;
let actor: UserActor;

beforeEach(async () => {
  actor = (await makeUser()).actor;
  await db().auditEntry.deleteMany();
}, 30_000);

const run = () => retain('audit', new AbortController().signal);

/** Lines of this age. @returns their ids */
async function record(count: number, ageMs: number): Promise<string[]> {
  const data = Array.from({ length: count }, () => ({
    id: newId(),
    organizationId: actor.organizationId,
    occurredAt: new Date(Date.now() - ageMs),
    actorType: 'user',
    actorId: actor.userId,
    actorName: 'Ada',
    action: 'account.log_in',
    thingType: 'user',
    thingId: actor.userId,
  }));
  await db().auditEntry.createMany({ data });
  return data.map(({ id }) => id);
}

test('lines of the audit trail older than 90 days are deleted, in more than one batch, and younger ones stay', async () => {
  await record(5_500, 91 * dayMs);
  const young = await record(3, 89 * dayMs);
  expect(await run()).toEqual({ auditEntriesDeleted: 5_500 });
  expect((await db().auditEntry.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)).toEqual(young);
  expect(await run()).toEqual({ auditEntriesDeleted: 0 });
});

test('concurrent runs delete each line once', async () => {
  await record(200, 91 * dayMs);
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.reduce((sum, { auditEntriesDeleted }) => sum + auditEntriesDeleted, 0)).toBe(200);
});
