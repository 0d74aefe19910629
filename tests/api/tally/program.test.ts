import { beforeEach, expect, test } from 'vitest';
import { PUT as cut, GET as getProgram, DELETE as release } from '@/app/api/v1/events/[id]/program/route';
import { GET as getTally } from '@/app/api/v1/events/[id]/tally/route';
import type { CutProgramInput, ProgramJson } from '@/lib/contracts/tally/program';
import type { TallyJson } from '@/lib/contracts/tally/tally';
import { db } from '@/lib/platform/db/db';
import { readTallyChanges } from '@/lib/platform/db/read-tally-changes';
import { expireTally } from '@/lib/use-cases/tally/change-tally';
import { reportTally } from '@/lib/use-cases/tally/report-tally';
import { createTallySource, updateTallySource } from '@/lib/use-cases/tally/tally-sources';
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
let right: Stream;
let wide: Stream;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  left = await makeStream(user.actor, { name: 'Left', eventId: event.id });
  right = await makeStream(user.actor, { name: 'Right', eventId: event.id });
  wide = await makeStream(user.actor, { name: 'Wide', eventId: event.id });
});

const noRule = { rule: null, stand_in: null };

type Cut = Partial<CutProgramInput['program']>;
const put = (program: Cut, token = user.token) =>
  call(cut, { method: 'PUT', token, params: { id: event.id }, body: { program } });

async function program(): Promise<ProgramJson['attributes']> {
  const { body } = await call(getProgram, { token: user.token, params: { id: event.id } });
  return (body as { data: ProgramJson }).data.attributes;
}

async function tally(): Promise<Record<string, string>> {
  const { body } = await call(getTally, { token: user.token, params: { id: event.id } });
  const names = new Map([left, right, wide].map(({ id, name }) => [id, name]));
  const { streams } = (body as { data: TallyJson }).data.attributes;
  return Object.fromEntries(streams.map(({ stream_id, tally }) => [names.get(stream_id), tally]));
}

/** A switcher that has the left camera on air, and the right one next. */
async function addSwitcher() {
  const source = await createTallySource(user.actor, event.id, { name: 'vMix', match_by: 'number' });
  await updateTallySource(user.actor, source.id, { mapping: { '1': left.id, '2': right.id } });
  const report = () =>
    reportTally(user.actor, source.id, {
      inputs: [
        { number: 1, name: '', program: true, preview: false },
        { number: 2, name: '', program: false, preview: true },
      ],
      valid_for_ms: 4_000,
    });
  await report();
  const fallSilent = async () => {
    await db().tallySource.update({ where: { id: source.id }, data: { validUntil: new Date(0) } });
    await expireTally();
  };
  return { report, fallSilent };
}

test('without a switcher, a choice is next and a cut is on air, and the camera before is next', async () => {
  expect(await program()).toEqual({ held_by: null, switchers: [], on_air: null, next: null, ...noRule });
  expect((await put({ next: left.id })).status).toBe(200);
  expect(await tally()).toEqual({ Left: 'preview', Right: 'off', Wide: 'off' });
  const { body } = await put({ on_air: left.id });
  const onAir = { held_by: 'sightline', switchers: [], on_air: left.id, next: null, ...noRule };
  expect((body as { data: ProgramJson }).data.attributes).toEqual(onAir);
  await put({ next: right.id });
  await put({ on_air: right.id });
  expect(await program()).toMatchObject({ on_air: right.id, next: left.id });
  expect(await tally()).toEqual({ Left: 'preview', Right: 'program', Wide: 'off' });
  const changes = await readTallyChanges(event.id, new Date(0), new Date(Date.now() + 60_000));
  expect(changes.map(({ programIds }) => programIds)).toEqual([[], [left.id], [left.id], [right.id]]);
});

test('a camera that is added while Sightline cuts is off air', async () => {
  await put({ on_air: left.id });
  const late = await makeStream(user.actor, { name: 'Late', eventId: event.id });
  const { body } = await call(getTally, { token: user.token, params: { id: event.id } });
  expect((body as { data: TallyJson }).data.attributes.streams).toContainEqual({ stream_id: late.id, tally: 'off' });
});

test('a switcher that has the program is asked for, taken over, and counts again when it is given back', async () => {
  await addSwitcher();
  expect(await program()).toEqual({
    held_by: 'switcher',
    switchers: [{ name: 'vMix', is_live: true }],
    on_air: left.id,
    next: right.id,
    ...noRule,
  });
  expect(await put({ on_air: wide.id })).toMatchObject({
    status: 409,
    body: { error: { message: '“vMix” has the program. Take it over to cut here.' } },
  });
  expect(await tally()).toEqual({ Left: 'program', Right: 'preview' });
  expect((await put({ takes_over: true })).status).toBe(200);
  expect(await tally()).toEqual({ Left: 'program', Right: 'preview', Wide: 'off' });
  await put({ on_air: wide.id });
  expect(await tally()).toEqual({ Left: 'off', Right: 'preview', Wide: 'program' });
  await call(release, { method: 'DELETE', token: user.token, params: { id: event.id } });
  expect(await tally()).toEqual({ Left: 'program', Right: 'preview' });
  const lines = await db().auditEntry.findMany({ where: { organizationId: user.actor.organizationId } });
  const actions = lines.map(({ action }) => action).filter((action) => action.startsWith('program.'));
  expect(actions.toSorted()).toEqual(['program.release', 'program.take']);
});

test('a switcher that is gone leaves its last camera, and nobody is asked', async () => {
  const { fallSilent, report } = await addSwitcher();
  await fallSilent();
  expect(await program()).toEqual({
    held_by: null,
    switchers: [{ name: 'vMix', is_live: false }],
    on_air: left.id,
    next: null,
    ...noRule,
  });
  expect((await put({ next: wide.id })).status).toBe(200);
  expect(await tally()).toEqual({ Left: 'program', Right: 'off', Wide: 'preview' });
  // Back, it does not take what was taken from it.
  await report();
  expect(await tally()).toEqual({ Left: 'program', Right: 'off', Wide: 'preview' });
});

test('of cuts at once the last one stays, in the history as on air', async () => {
  const colleague = await makeColleague(user.actor, 'member');
  const cameras = [left, right, wide, left, right, wide];
  const answers = await Promise.all(
    cameras.map(({ id }, index) => put({ on_air: id }, index % 2 === 0 ? user.token : colleague.token)),
  );
  expect(answers.map(({ status }) => status)).toEqual(cameras.map(() => 200));
  const { on_air } = await program();
  const changes = await readTallyChanges(event.id, new Date(0), new Date(Date.now() + 60_000));
  expect(changes.at(-1)?.programIds).toEqual([on_air]);
});

test('neither the event’s program nor a camera of another event is cut to', async () => {
  const { id } = await makeStream(user.actor, { name: 'On air', eventId: event.id });
  await db().stream.update({ where: { id }, data: { sourceKind: 'program' } });
  expect(await put({ on_air: id })).toMatchObject({ status: 422, body: { error: { code: 'invalid_input' } } });
  expect((await put({ next: (await makeStream(user.actor)).id })).status).toBe(404);
  expect(await db().programDesk.count({ where: { eventId: event.id } })).toBe(0);
});

test('a viewer and a reading token cut nothing, and a writing token does', async () => {
  const viewer = await makeColleague(user.actor, 'viewer');
  expect((await put({ on_air: left.id }, viewer.token)).status).toBe(403);
  expect((await put({ on_air: left.id }, (await makeApiToken(user.actor, 'read')).token)).status).toBe(403);
  expect((await put({ on_air: left.id }, (await makeUser()).token)).status).toBe(404);
  expect((await put({ on_air: left.id }, (await makeApiToken(user.actor, 'write')).token)).status).toBe(200);
});
