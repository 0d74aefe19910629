import { beforeEach, expect, test } from 'vitest';
import { PUT as cut, GET as getProgram } from '@/app/api/v1/events/[id]/program/route';
import { DELETE as removeRule, PUT as setRule } from '@/app/api/v1/events/[id]/program/rule/route';
import { DELETE as bringBack } from '@/app/api/v1/events/[id]/program/stand_in/route';
import { GET as getTally } from '@/app/api/v1/events/[id]/tally/route';
import type { ProgramJson } from '@/lib/contracts/tally/program';
import type { TallyJson } from '@/lib/contracts/tally/tally';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { readTallyChanges } from '@/lib/platform/db/read-tally-changes';
import { makeReport } from '@/lib/use-cases/reports/make-report';
import { followProgramRules } from '@/lib/use-cases/tally/program-rules';
import type { Event, Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import {
  makeApiToken,
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  type SignedInUser,
} from '../../support/api/factories';

let user: SignedInUser;
let event: Event;
let left: Stream;
let spare: Stream;
let other: Stream;

beforeEach(async () => {
  // Rules of other tests would be followed, too.
  await db().programRule.deleteMany();
  await db().programStandIn.deleteMany();
  user = await makeUser();
  event = await makeEvent(user.actor);
  [left, spare, other] = [await add('Left'), await add('Spare'), await add('Other')];
});

async function add(name: string): Promise<Stream> {
  const { id } = await makeStream(user.actor, { name, eventId: event.id });
  return db().stream.update({ where: { id }, data: { status: 'active', signal: 'live' } });
}

const params = () => ({ id: event.id });
const putRule = (rule: object, token = user.token) =>
  call(setRule, { method: 'PUT', token, params: params(), body: { rule } });
const cutTo = ({ id }: Stream) =>
  call(cut, { method: 'PUT', token: user.token, params: params(), body: { program: { on_air: id } } });
const back = () => call(bringBack, { method: 'DELETE', token: user.token, params: params() });

async function program(): Promise<ProgramJson['attributes']> {
  const { body } = await call(getProgram, { token: user.token, params: params() });
  return (body as { data: ProgramJson }).data.attributes;
}

async function onAir(): Promise<string[]> {
  const { body } = await call(getTally, { token: user.token, params: params() });
  const { streams } = (body as { data: TallyJson }).data.attributes;
  const names = new Map([left, spare, other].map(({ id, name }) => [id, name]));
  return streams.flatMap(({ stream_id, tally }) => (tally === 'program' ? (names.get(stream_id) ?? '') : [])).sort();
}

async function shown(): Promise<string[][]> {
  const names = new Map([left, spare, other].map(({ id, name }) => [id, name]));
  const changes = await readTallyChanges(event.id, new Date(0), new Date(Date.now() + 60_000));
  return changes.map(({ programIds }) => programIds.map((id) => names.get(id) ?? ''));
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const lose = ({ id }: Stream, seconds: number) =>
  db().stream.update({ where: { id }, data: { signal: 'lost', lostAt: ago(seconds) } });
const find = ({ id }: Stream) => db().stream.update({ where: { id }, data: { signal: 'live', lostAt: null } });
/** As if the last cut were so old. */
const age = (seconds: number) =>
  db().tallyChange.updateMany({ where: { eventId: event.id }, data: { occurredAt: ago(seconds) } });

/** The left camera is on air and lost, and the spare has its place. */
async function standIn(rule: object = {}): Promise<void> {
  await putRule({ spare_id: spare.id, after_seconds: 5, back_after_seconds: 10, ...rule });
  await cutTo(left);
  await age(60);
  await lose(left, 30);
  await followProgramRules();
}

test('a camera on air that is lost is replaced, and comes back once it has been well for long enough', async () => {
  await standIn();
  expect(await program()).toMatchObject({
    on_air: left.id,
    rule: { spare_id: spare.id, after_seconds: 5, back_after_seconds: 10 },
    stand_in: { lost_id: left.id, spare_id: spare.id },
  });
  expect(await onAir()).toEqual(['Left', 'Spare']);
  await followProgramRules();
  await find(left);
  await followProgramRules();
  // It has its picture, but not for long.
  expect(await program()).toMatchObject({ stand_in: { spare_id: spare.id } });
  await db().programStandIn.updateMany({ data: { healthySince: ago(11) } });
  await followProgramRules();
  expect(await program()).toMatchObject({ on_air: left.id, stand_in: null });
  expect(await onAir()).toEqual(['Left']);
  expect(await shown()).toEqual([['Left'], ['Spare'], ['Left']]);
});

test('a camera that is lost again in between has to be well anew', async () => {
  await standIn();
  await find(left);
  await followProgramRules();
  await lose(left, 1);
  await followProgramRules();
  expect(await db().programStandIn.findFirst()).toMatchObject({ healthySince: null, endedAt: null });
});

test.each([
  ['is lost for a moment', async () => lose(left, 1)],
  ['has its picture', async () => find(left)],
  ['is lost, as is its spare', async () => lose(spare, 30)],
  ['has just come on air', async () => age(0)],
])('a camera that %s stays', async (_, change) => {
  await putRule({ spare_id: spare.id, after_seconds: 5 });
  await cutTo(left);
  await age(60);
  await lose(left, 30);
  await change();
  await followProgramRules();
  expect(await program()).toMatchObject({ on_air: left.id, stand_in: null });
});

const bad = ({ id }: Stream, code: string, seconds: number) =>
  db().stream.update({
    where: { id },
    data: { findings: [{ code, severity: 'warning', figures: {}, since: ago(seconds).toISOString() }] },
  });

/** The left camera is on air for a while, under a rule that counts black and frozen pictures. */
async function countBad(rule: object = {}): Promise<void> {
  await putRule({ spare_id: spare.id, bad_picture_after_seconds: 10, ...rule });
  await cutTo(left);
  await age(60);
}

test.each(['picture_black', 'picture_frozen'])(
  'a camera on air with %s is replaced where the rule says so, and stays away until it is well for as long',
  async (code) => {
    await countBad({ back_after_seconds: 2 });
    // Its alarm is raised 2 s after it began.
    await bad(left, code, 9);
    await followProgramRules();
    expect(await program()).toMatchObject({ stand_in: { lost_id: left.id, spare_id: spare.id } });
    await followProgramRules();
    expect(await db().programStandIn.findFirst()).toMatchObject({ healthySince: null });
    expect(await back()).toMatchObject({
      status: 409,
      body: { error: { message: '“Left” is still black or frozen.' } },
    });
    await db().stream.update({ where: { id: left.id }, data: { findings: [] } });
    await followProgramRules();
    await db().programStandIn.updateMany({ data: { healthySince: ago(5) } });
    await followProgramRules();
    expect(await onAir()).toEqual(['Left', 'Spare']);
    await db().programStandIn.updateMany({ data: { healthySince: ago(11) } });
    await followProgramRules();
    expect(await onAir()).toEqual(['Left']);
    expect(await shown()).toEqual([['Left'], ['Spare'], ['Left']]);
  },
);

test('a picture that is bad again between two looks begins anew, and none comes back by itself where it is by hand', async () => {
  await countBad({ back_after_seconds: null });
  await bad(left, 'picture_frozen', 30);
  await followProgramRules();
  await db().stream.update({ where: { id: left.id }, data: { findings: [] } });
  await followProgramRules();
  expect(await db().programStandIn.findFirst()).toMatchObject({ healthySince: expect.any(Date) });
  await db().programStandIn.updateMany({ data: { healthySince: ago(3_600) } });
  await followProgramRules();
  expect(await program()).toMatchObject({ stand_in: { lost_id: left.id } });
  await bad(left, 'picture_black', 1);
  await followProgramRules();
  expect(await db().programStandIn.findFirst()).toMatchObject({ healthySince: null, endedAt: null });
});

test.each([
  ['is frozen, where the rule does not count it', async () => putRule({ spare_id: spare.id })],
  ['is frozen for a moment', async () => bad(left, 'picture_frozen', 7)],
  ['is frozen, as is its spare', async () => bad(spare, 'picture_frozen', 60)],
  ['is frozen, and has just come on air', async () => age(9)],
  ['has another problem', async () => bad(left, 'low_frame_rate', 60)],
])('a camera that %s stays on air', async (_, change) => {
  await countBad();
  await bad(left, 'picture_frozen', 30);
  await change();
  await followProgramRules();
  expect((await program()).stand_in).toBeNull();
});

test('a cut to another camera ends it, and a cut is answered with that', async () => {
  await standIn();
  const { body } = await cutTo(other);
  expect((body as { data: ProgramJson }).data.attributes).toMatchObject({ on_air: other.id, stand_in: null });
  expect(await program()).toMatchObject({ on_air: other.id, stand_in: null });
  expect(await onAir()).toEqual(['Other']);
  expect(await shown()).toEqual([['Left'], ['Spare'], ['Other']]);
});

test('a camera comes back by hand alone where the rule says so, and not before it has a picture', async () => {
  await standIn({ back_after_seconds: null });
  expect(await back()).toMatchObject({ status: 409, body: { error: { message: '“Left” has no picture yet.' } } });
  await find(left);
  await followProgramRules();
  await db().programStandIn.updateMany({ data: { healthySince: ago(3_600) } });
  await followProgramRules();
  expect(await program()).toMatchObject({ stand_in: { lost_id: left.id } });
  expect((await back()).status).toBe(204);
  expect((await back()).status).toBe(204);
  expect(await program()).toMatchObject({ on_air: left.id, stand_in: null });
});

test('a rule that is removed brings the camera back, and both are in the audit trail', async () => {
  await standIn();
  await call(removeRule, { method: 'DELETE', token: user.token, params: params() });
  expect(await program()).toMatchObject({ rule: null, stand_in: null });
  expect(await onAir()).toEqual(['Left']);
  const lines = await db().auditEntry.findMany({ where: { organizationId: user.actor.organizationId } });
  const actions = lines.map(({ action }) => action).filter((action) => action.endsWith('_rule'));
  expect(actions.toSorted()).toEqual(['program.remove_rule', 'program.set_rule']);
});

test('a report names both cameras, and how long it was', async () => {
  const { organizationId } = event;
  const row = { organizationId, eventId: event.id, lostId: left.id, spareId: spare.id };
  await db().programStandIn.createMany({
    data: [
      { ...row, id: newId(), beganAt: ago(100), endedAt: ago(60) },
      { ...row, id: newId(), beganAt: ago(50), endedAt: ago(35.5) },
    ],
  });
  const show = { startsAt: ago(55), endsAt: ago(30) };
  const { stand_ins } = await makeReport(event, show, Date.now());
  expect(stand_ins).toEqual([
    { at: expect.any(String), seconds: expect.closeTo(14.5, 0), spare: 'Spare', lost: 'Left', is_over: true },
  ]);
});

test('neither the program nor a camera of another event is a spare, and seconds have limits', async () => {
  await db().stream.update({ where: { id: other.id }, data: { sourceKind: 'program' } });
  expect((await putRule({ spare_id: other.id })).status).toBe(422);
  expect((await putRule({ spare_id: (await makeStream(user.actor)).id })).status).toBe(404);
  expect((await putRule({ spare_id: spare.id, after_seconds: 0 })).status).toBe(422);
  // No alarm tells sooner.
  expect((await putRule({ spare_id: spare.id, bad_picture_after_seconds: 1 })).status).toBe(422);
  expect((await program()).rule).toBeNull();
});

test('a viewer, a reading token and a stranger set no rule, and a writing token does', async () => {
  const rule = { spare_id: spare.id };
  expect((await putRule(rule, (await makeColleague(user.actor, 'viewer')).token)).status).toBe(403);
  expect((await putRule(rule, (await makeApiToken(user.actor, 'read')).token)).status).toBe(403);
  expect((await putRule(rule, (await makeUser()).token)).status).toBe(404);
  expect((await putRule(rule, (await makeApiToken(user.actor, 'write')).token)).status).toBe(200);
});
