import { beforeEach, expect, test } from 'vitest';
import { PUT as direct } from '@/app/api/v1/streams/[id]/replay/route';
import { POST as createStream } from '@/app/api/v1/streams/route';
import type { ReplayOutJson } from '@/lib/contracts/replay-out';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeApiToken, makeColleague, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

const startedAt = new Date('2026-11-01T12:00:00Z');
const endedAt = new Date('2026-11-01T12:10:00Z');

let user: SignedInUser;
let camera: Stream;
let replay: Stream;

beforeEach(async () => {
  user = await makeUser();
  camera = await makeStream(user.actor, { name: 'Pulpit' });
  const { id } = await makeStream(user.actor, { name: 'Replay', eventId: camera.eventId });
  replay = await db().stream.update({ where: { id }, data: { sourceKind: 'replay' } });
});

const put = (body: object, { token } = user, id = replay.id) =>
  call(direct, { method: 'PUT', token, params: { id }, body: { replay: body } });
const record = (times: { startedAt: Date; endedAt: Date | null }, offsetMs = 0) => {
  const { organizationId, eventId, id: streamId, name: cameraName } = camera;
  return db().recording.create({
    data: { id: newId(), organizationId, eventId, streamId, cameraName, offsetMs, ...times },
  });
};
const shownIn = ({ body }: { body: unknown }): ReplayOutJson | null =>
  (body as { data: MemberStreamJson }).data.attributes.replay;

test('the last seconds of a recording that goes on are cued, played slowly and cued again', async () => {
  const { id } = await record({ startedAt: new Date(Date.now() - 60_000), endedAt: null }, 40);
  const cued = shownIn(await put({ clip: { camera_id: camera.id, last_seconds: 8 }, speed: 0.5 }));
  expect(cued).toMatchObject({
    clip: { camera_id: camera.id, camera_name: 'Pulpit', recording_id: id },
    state: 'cued',
    speed: 0.5,
  });
  const { clip, since = '' } = cued ?? {};
  expect(Date.parse(clip?.to ?? '') - Date.parse(clip?.from ?? '')).toBe(8_000);
  const playing = shownIn(await put({ state: 'playing' }));
  expect(playing).toMatchObject({ clip, state: 'playing', speed: 0.5 });
  expect(Date.parse(playing?.since ?? '')).toBeGreaterThan(Date.parse(since));
  expect(shownIn(await put({ speed: 0.25 }))).toMatchObject({ clip, state: 'playing', speed: 0.25 });
  expect(shownIn(await put({ clip: { camera_id: camera.id } }))).toMatchObject({ state: 'cued', speed: 0.25 });
  expect(shownIn(await put({ clip: null }))).toBeNull();
  const entries = await db().auditEntry.findMany({ where: { thingId: replay.id, action: 'streams.cue_replay' } });
  expect(entries.map(({ detail }) => detail)).toEqual(['of Pulpit', 'of Pulpit']);
});

test('a range is found in the recording that has it, and the replay begins no worker anew', async () => {
  const { id } = await record({ startedAt, endedAt });
  await record({ startedAt: new Date('2026-11-01T13:00:00Z'), endedAt: null });
  const range = { from: '2026-11-01T12:05:00.500Z', to: '2026-11-01T12:05:10.000Z' };
  const answer = await put({ clip: { camera_id: camera.id, ...range }, state: 'playing' });
  expect(shownIn(answer)).toMatchObject({ clip: { recording_id: id, ...range }, state: 'playing', speed: 1 });
  expect(await db().stream.findUniqueOrThrow({ where: { id: replay.id } })).toMatchObject({
    generation: replay.generation,
  });
});

test.each([
  ['no camera', {}, /must be the id of a camera/],
  ['a camera without a recording of that time', { from: '2026-11-01T13:00:00Z', to: '2026-11-01T13:00:10Z' }, /no rec/],
  ['one time', { from: '2026-11-01T12:00:00Z' }, /both times, or none/],
  ['an end before its beginning', { from: '2026-11-01T12:05:00Z', to: '2026-11-01T12:04:00Z' }, /must end after/],
  ['hours', { from: '2026-11-01T12:00:00Z', to: '2026-11-01T15:00:00Z' }, /must end after/],
  ['too many seconds', { last_seconds: 3_600 }, /whole number from 1 to/],
])('a clip of %s is refused', async (name, clip, words) => {
  await record({ startedAt, endedAt });
  const answer = await put({ clip: { ...(name === 'no camera' ? {} : { camera_id: camera.id }), ...clip } });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body)).toMatch(words);
});

test('nothing plays before a clip is cued, and no other stream is a replay', async () => {
  expect(await put({ state: 'playing' })).toMatchObject({ status: 409 });
  expect(await put({})).toMatchObject({ status: 422 });
  expect(await put({ speed: 2 })).toMatchObject({ status: 422 });
  expect(await put({ clip: null }, user, camera.id)).toMatchObject({ status: 409 });
});

test('strangers, viewers and tokens that only read are refused', async () => {
  await record({ startedAt: new Date(Date.now() - 60_000), endedAt: null });
  const [stranger, viewer] = [await makeUser(), await makeColleague(user.actor, 'viewer')];
  const { token } = await makeApiToken(user.actor, 'read');
  const clip = { camera_id: camera.id };
  expect(await put({ clip }, stranger)).toMatchObject({ status: 404 });
  expect(await put({ clip }, viewer)).toMatchObject({ status: 403 });
  expect(
    (await call(direct, { method: 'PUT', token, params: { id: replay.id }, body: { replay: { clip } } })).status,
  ).toBe(403);
  // Another organization's camera has no recording here.
  const foreign = await makeStream(stranger.actor);
  expect(await put({ clip: { camera_id: foreign.id } })).toMatchObject({ status: 422 });
});

test('an event has one replay', async () => {
  const stream = { name: 'Second', event_id: camera.eventId, source_kind: 'replay' };
  const answer = await call(createStream, { method: 'POST', token: user.token, body: { stream } });
  expect(answer.status).toBe(409);
  expect(JSON.stringify(answer.body)).toContain('has a replay already, “Replay”');
});
