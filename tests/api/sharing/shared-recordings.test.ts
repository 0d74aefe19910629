import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { POST as createShareLink, GET as listShareLinks } from '@/app/api/v1/events/[id]/share_links/route';
import { POST as openShareLink } from '@/app/api/v1/share/route';
import { GET as getWholePart } from '@/app/recordings/[id]/parts/[index]/route';
import { GET as getPart } from '@/app/shared/[link]/[id]/parts/[index]/route';
import { GET as getPlaylist } from '@/app/shared/[link]/[id]/playlist.m3u8/route';
import { GET as getThumbnail } from '@/app/shared/[link]/[id]/thumbnails/[at]/route';
import { GET as getTimeline } from '@/app/shared/[link]/[id]/timeline/route';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import { thumbnailFile } from '@/lib/contracts/recording-files';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import type { ShareJson, ShareLinkJson } from '@/lib/contracts/share-links';
import { newId } from '@/lib/core/id';
import { clientAddressHeader } from '@/lib/http/client-address';
import { db } from '@/lib/platform/db/db';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { createEdit, deleteEdit, updateEdit } from '@/lib/use-cases/recordings/edits';
import { revokeShareLink } from '@/lib/use-cases/sharing/share-links';
import { call } from '../../support/api/api';
import {
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  newAddress,
  type SignedInUser,
} from '../../support/api/factories';

const startMs = Date.UTC(2026, 10, 27, 18, 30, 0);
const seconds = 6;
/** The clip that is shared: the parts 2 and 3. */
const clip = { starts_at: new Date(startMs + 2_000).toISOString(), ends_at: new Date(startMs + 3_500).toISOString() };

let user: SignedInUser;
let eventId: string;
let front: { streamId: string; recordingId: string };
let back: { streamId: string; recordingId: string };

beforeEach(async () => {
  user = await makeUser();
  ({ id: eventId } = await makeEvent(user.actor, 'Gala'));
  await db().event.update({ where: { id: eventId }, data: { timeZone: 'America/Los_Angeles' } });
  front = await record('Front');
  back = await record('Back');
});

const usOf = (second: number) => (startMs + second * 1_000) * 1_000;

/** A camera with a recording of six parts, a second each, which say their number, and three thumbnails. */
async function record(name: string) {
  const { id: streamId, organizationId } = await makeStream(user.actor, { name, eventId });
  const recordingId = newId();
  const folder = path.join(recordingsFolder(), recordingId);
  const lines: RecordingLine[] = [
    { kind: 'segment', file: 'a.ts', wallUs: startMs * 1_000, tables: Buffer.from('tables').toString('base64') },
    ...Array.from({ length: seconds }, (_, second) => ({
      kind: 'keyframe' as const,
      offset: second,
      pts: second * 90_000,
      wallUs: usOf(second),
      clock: 'sent' as const,
    })),
    { kind: 'end', bytes: seconds, lastPts: null },
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'a.ts'), '012345');
  for (const second of [0, 3, 5]) await writeFile(path.join(folder, thumbnailFile(usOf(second))), `jpeg${second}`);
  await writeFile(path.join(folder, 'a.jsonl'), lines.map((line) => `\n${JSON.stringify(line)}`).join(''));
  const times = { startedAt: new Date(startMs), endedAt: new Date(startMs + seconds * 1_000) };
  await db().recording.create({
    data: { id: recordingId, organizationId, eventId, streamId, cameraName: name, ...times },
  });
  return { streamId, recordingId };
}

const create = (link: object = {}, { token } = user) =>
  call(createShareLink, {
    method: 'POST',
    token,
    params: { id: eventId },
    body: {
      share_link: {
        name: 'The client',
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        recorded: clip,
        ...link,
      },
    },
  });
async function share(link: object = {}) {
  const { body } = await create(link);
  const { id, attributes } = (body as { data: ShareLinkJson }).data;
  return { id, secret: attributes.path?.split('#')[1] ?? '' };
}
const open = (secret: string, viewer?: string) =>
  call(openShareLink, {
    method: 'POST',
    body: { share: { secret, viewer } },
    headers: { [clientAddressHeader]: newAddress() },
  });
const opened = async (secret: string, viewer?: string) =>
  ((await open(secret, viewer)).body as { data: ShareJson }).data.attributes;

const url = (address: string) => new URL(address, 'http://127.0.0.1:3000');
type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
function ask(handler: unknown, address: URL): Promise<Response> {
  const [, , link = '', id = '', , index = ''] = address.pathname.split('/');
  return (handler as Route)(new Request(address), { params: Promise.resolve({ link, id, index, at: index }) });
}
const partAddress = (linkId: string, recordingId: string, index: number, token: string) =>
  url(`/shared/${linkId}/${recordingId}/parts/${index}?token=${token}`);

/** A viewer of a link without a limit. */
const viewerId = randomUUID();

test('a link to a clip plays that part of its cameras without an account, and no more', async () => {
  const { id: linkId, secret } = await share({ stream_ids: [back.streamId] });
  const answer = await open(secret);
  const {
    recorded,
    cameras,
    livekit_token: token,
    can_hear: canHear,
  } = (answer.body as { data: ShareJson }).data.attributes;
  expect({ cameras, token, canHear }).toEqual({ cameras: [], token: null, canHear: true });
  const shown = [{ id: back.recordingId, camera_name: 'Back' }];
  expect(recorded).toMatchObject({ ...clip, time_zone: 'America/Los_Angeles', recordings: shown });
  for (const hidden of ['Front', front.recordingId, 'Northwind', user.email]) {
    expect(JSON.stringify(answer.body)).not.toContain(hidden);
  }
  // Its cameras' workers send to no room.
  expect(await db().shareLink.findUniqueOrThrow({ where: { id: linkId } })).toMatchObject({ openUntil: null });

  const timelineUrl = url(recorded?.recordings[0]?.timeline_url ?? '');
  const { data: timeline } = (await (await ask(getTimeline, timelineUrl)).json()) as { data: RecordingTimeline };
  expect(timeline.parts.map(({ start_us: startUs }) => startUs / 1_000 - startMs)).toEqual([2_000, 3_000]);
  const playlistUrl = url(timeline.playlist_url);
  const playlist = await (await ask(getPlaylist, playlistUrl)).text();
  const parts = playlist.split('\n').filter((line) => line.startsWith('parts/'));
  expect(playlist).toContain('#EXT-X-ENDLIST');
  const texts = parts.map(async (part) => (await ask(getPart, new URL(part, playlistUrl))).text());
  expect(await Promise.all(texts)).toEqual(['tables2', 'tables3']);

  const good = mintRecordingToken(back.recordingId, `share ${linkId}`, viewerId);
  const refused = {
    'a part before the clip': [partAddress(linkId, back.recordingId, 1, good), 404],
    'a part after the clip': [partAddress(linkId, back.recordingId, 4, good), 404],
    'a camera that is not the link’s': [
      partAddress(linkId, front.recordingId, 2, mintRecordingToken(front.recordingId, `share ${linkId}`, viewerId)),
      404,
    ],
    'no token': [partAddress(linkId, back.recordingId, 2, ''), 403],
    'a token of another recording': [
      partAddress(linkId, back.recordingId, 2, mintRecordingToken(front.recordingId, `share ${linkId}`, viewerId)),
      403,
    ],
    'a token of another link': [
      partAddress(linkId, back.recordingId, 2, mintRecordingToken(back.recordingId, `share ${newId()}`, viewerId)),
      403,
    ],
    'an old token': [
      partAddress(
        linkId,
        back.recordingId,
        2,
        mintRecordingToken(back.recordingId, `share ${linkId}`, viewerId, Date.now() - 2.2e7),
      ),
      403,
    ],
  } as const;
  for (const [what, [address, status]] of Object.entries(refused)) {
    expect((await ask(getPart, address)).status, what).toBe(status);
  }
  // Nor is the link's token good for the whole recording.
  const whole = new Request(url(`/recordings/${back.recordingId}/parts/0?token=${good}`));
  const params = Promise.resolve({ id: back.recordingId, index: '0' });
  expect((await getWholePart(whole, { params })).status).toBe(403);
});

test('a link to a clip shows its thumbnails, and no other', async () => {
  // The offset moves the times of thumbnails, and not their names.
  await db().recording.update({ where: { id: back.recordingId }, data: { offsetMs: -600 } });
  const { id: linkId, secret } = await share({ stream_ids: [back.streamId] });
  const timelineUrl = url((await opened(secret)).recorded?.recordings[0]?.timeline_url ?? '');
  const { data: timeline } = (await (await ask(getTimeline, timelineUrl)).json()) as { data: RecordingTimeline };
  expect(timeline.thumbnails.map(({ at_us: atUs }) => atUs / 1_000 - startMs)).toEqual([2_400]);
  const address = url(timeline.thumbnails[0]?.url ?? '');
  const answer = await ask(getThumbnail, address);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'image/jpeg',
    'jpeg3',
  ]);

  const refused = [
    ['before the clip', back.recordingId, usOf(0), address.searchParams.get('token'), 404],
    ['after the clip', back.recordingId, usOf(5), address.searchParams.get('token'), 404],
    ['that is not there', back.recordingId, usOf(3) + 1, address.searchParams.get('token'), 404],
    ['without a token', back.recordingId, usOf(3), '', 403],
    [
      'of another camera',
      front.recordingId,
      usOf(3),
      mintRecordingToken(front.recordingId, `share ${linkId}`, viewerId),
      404,
    ],
  ] as const;
  for (const [what, id, at, token, status] of refused) {
    const asked = url(`/shared/${linkId}/${id}/thumbnails/${at}?token=${token}`);
    expect((await ask(getThumbnail, asked)).status, what).toBe(status);
  }
  await revokeShareLink(user.actor, linkId);
  expect((await ask(getThumbnail, address)).status).toBe(410);
});

test('a revoked and an expired link show nothing more, at addresses that were good', async () => {
  const { id: linkId, secret } = await share();
  const address = url((await opened(secret)).recorded?.recordings[0]?.timeline_url ?? '');
  expect((await ask(getTimeline, address)).status).toBe(200);
  await revokeShareLink(user.actor, linkId);
  expect((await ask(getTimeline, address)).status).toBe(410);
  await db().shareLink.update({ where: { id: linkId }, data: { revokedAt: null, expiresAt: new Date() } });
  expect((await ask(getTimeline, address)).status).toBe(410);
});

test('viewers are counted, and as many are let in as the link allows', async () => {
  const { secret } = await share({ max_viewers: 2 });
  const { viewer } = await opened(secret);
  await opened(secret);
  expect(await open(secret)).toMatchObject({ status: 409, body: { error: { code: 'limit_reached' } } });
  // The same page comes again.
  expect(await open(secret, viewer)).toMatchObject({ status: 200 });
  const { body } = await call(listShareLinks, { token: user.token, params: { id: eventId } });
  const [link] = (body as { data: ShareLinkJson[] }).data;
  expect(link?.attributes).toMatchObject({ viewers: 2, recorded: clip, can_hear: true });
});

test('addresses of a viewer whose place another one has show nothing, until it is free again', async () => {
  const { id: linkId, secret } = await share({ max_viewers: 1 });
  const addressOf = async () => url((await opened(secret)).recorded?.recordings[0]?.timeline_url ?? '');
  const first = await addressOf();
  const letPlacesLapse = () =>
    db().sharePlace.updateMany({ where: { shareLinkId: linkId }, data: { heldUntil: new Date() } });
  await letPlacesLapse();
  const second = await addressOf();
  expect([(await ask(getTimeline, first)).status, (await ask(getTimeline, second)).status]).toEqual([409, 200]);
  await letPlacesLapse();
  expect([(await ask(getTimeline, first)).status, (await ask(getTimeline, second)).status]).toEqual([200, 409]);
});

test('who may not export recordings shares none, and a range has an end after its start', async () => {
  const viewer = await makeColleague(user.actor, 'viewer');
  const stranger = await makeUser();
  expect(await create({}, viewer)).toMatchObject({ status: 403 });
  expect(await create({}, stranger)).toMatchObject({ status: 404 });
  const backwards = { starts_at: clip.ends_at, ends_at: clip.starts_at };
  expect(await create({ recorded: backwards })).toMatchObject({ status: 422 });
  expect(await create({ recorded: { starts_at: clip.starts_at } })).toMatchObject({ status: 422 });
});

const second = (of: number) => new Date(startMs + of * 1_000);
/** The cuts of a link, in seconds of the show, with the names of their cameras. */
const cutsOf = async (secret: string) =>
  (await opened(secret)).recorded?.cuts?.map(({ at, stream_id: id }) => [
    (Date.parse(at) - startMs) / 1_000,
    id === front.streamId ? 'Front' : id === back.streamId ? 'Back' : id,
  ]);

test('a link plays the show as it was cut, from what was on air at its start, and names no camera that it does not show', async () => {
  const { organizationId } = user.actor;
  const onAir: [number, string[]][] = [
    [0, [back.streamId]],
    [1, [front.streamId]],
    [2.5, [back.streamId]],
    [3, []],
    [4, [front.streamId]],
  ];
  await db().tallyChange.createMany({
    data: onAir.map(([of, programIds]) => ({
      id: newId(),
      organizationId,
      eventId,
      occurredAt: second(of),
      programIds,
    })),
  });
  expect(await cutsOf((await share()).secret)).toBeUndefined();
  expect(await cutsOf((await share({ program: {} })).secret)).toEqual([
    [2, 'Front'],
    [2.5, 'Back'],
    [3, null],
  ]);
  expect(await cutsOf((await share({ program: {}, stream_ids: [back.streamId] })).secret)).toEqual([
    [2, null],
    [2.5, 'Back'],
    [3, null],
  ]);
});

test('a link plays a version of the cuts as it is now, and the show as it was cut once that is deleted', async () => {
  const { id } = await createEdit(user.actor, eventId, {
    name: 'Short',
    cuts: [
      { at: second(1).toISOString(), stream_id: front.streamId },
      { at: second(3).toISOString(), stream_id: back.streamId },
    ],
  });
  const answer = await create({ program: { edit_id: id } });
  expect(answer).toMatchObject({ body: { data: { attributes: { program: { edit_id: id, edit_name: 'Short' } } } } });
  const secret = (answer.body as { data: ShareLinkJson }).data.attributes.path?.split('#')[1] ?? '';
  expect(await cutsOf(secret)).toEqual([
    [2, 'Front'],
    [3, 'Back'],
  ]);
  await updateEdit(user.actor, id, { cuts: [{ at: second(2.5).toISOString(), stream_id: back.streamId }] });
  expect(await cutsOf(secret)).toEqual([[2.5, 'Back']]);
  await deleteEdit(user.actor, id);
  expect(await cutsOf(secret)).toEqual([]);
});

test('a link plays no version of another event', async () => {
  const stranger = await makeUser();
  const { id } = await createEdit(stranger.actor, (await makeEvent(stranger.actor)).id, { name: 'Theirs', cuts: [] });
  expect(await create({ program: { edit_id: id } })).toMatchObject({ status: 404 });
});
