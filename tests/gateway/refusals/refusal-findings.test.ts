import { beforeEach, expect, test } from 'vitest';
import { type FoundProblem, storedFinding } from '@/lib/contracts/catalogue/found-problem';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { clearRefusalFindings, recordRefusalFindings } from '@/server/gateway/refusals/refusal-findings';
import { recordBus } from '../../support/bus/bus';
import { makeIdleStream, pressOn, readStream } from '../../support/gateway/reconciler';

const bus = recordBus();
let stream: Stream;

const refused = (code: string, since: string): FoundProblem => ({ code, figures: {}, severity: 'warning', since });
const first = refused('refused_while_off', '2026-01-01T12:00:00.000Z');
const later = refused('refused_while_off', '2026-01-01T12:00:05.000Z');

beforeEach(async () => {
  await db().stream.deleteMany();
  stream = await makeIdleStream();
});

/** Makes the row two minutes older. */
const age = () => db().stream.update({ where: { id: stream.id }, data: { updatedAt: new Date(Date.now() - 120_000) } });
const notices = () => bus.filter((message) => 'streamId' in message && message.streamId === stream.id).length;

test('a repeated refusal is the same finding and is published once', async () => {
  await recordRefusalFindings(stream.id, [first]);
  await recordRefusalFindings(stream.id, [later]);
  expect((await readStream(stream.id)).findings).toEqual([storedFinding(first)]);
  await recordRefusalFindings(stream.id, [refused('wrong_key', later.since)]);
  expect((await readStream(stream.id)).findings).toMatchObject([{ code: 'wrong_key' }]);
  await expect.poll(notices).toBe(2);
});

test('it is cleared once no encoder has tried for a while, and that is published', async () => {
  await recordRefusalFindings(stream.id, [first]);
  await age();
  await recordRefusalFindings(stream.id, [later]);
  expect(await clearRefusalFindings(60_000), 'renewed just now').toEqual({ cleared: 0 });
  await age();
  expect(await clearRefusalFindings(60_000)).toEqual({ cleared: 1 });
  expect((await readStream(stream.id)).findings).toEqual([]);
  await age();
  expect(await clearRefusalFindings(60_000), 'nothing left').toEqual({ cleared: 0 });
  await expect.poll(notices).toBe(2);
});

test('where a gateway runs the stream only its diagnosis writes', async () => {
  await db().stream.update({
    where: { id: stream.id },
    data: { leaseOwner: 'gateway-a', findings: [storedFinding(first)] },
  });
  await recordRefusalFindings(stream.id, [refused('wrong_key', later.since)]);
  await age();
  expect(await clearRefusalFindings(60_000)).toEqual({ cleared: 0 });
  expect((await readStream(stream.id)).findings).toEqual([storedFinding(first)]);
  await pressOn(stream.id);
  expect((await readStream(stream.id)).findings, 'cleared by On').toEqual([]);
});
