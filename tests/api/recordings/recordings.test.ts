import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GET as getRecordedTotal } from '@/app/api/v1/events/[id]/recorded_total/route';
import { GET as listRecordings } from '@/app/api/v1/events/[id]/recordings/route';
import { POST as makeDownload } from '@/app/api/v1/recordings/[id]/download/route';
import { DELETE as deleteRecording, PATCH as updateRecording } from '@/app/api/v1/recordings/[id]/route';
import { GET as getTimeline } from '@/app/api/v1/recordings/[id]/timeline/route';
import { POST as startRecording, DELETE as stopRecording } from '@/app/api/v1/streams/[id]/recording/route';
import { GET as findThumbnail } from '@/app/api/v1/streams/[id]/thumbnail/route';
import { GET as download } from '@/app/recordings/[id]/download/route';
import { GET as getPart } from '@/app/recordings/[id]/parts/[index]/route';
import { GET as getPlaylist } from '@/app/recordings/[id]/playlist.m3u8/route';
import { GET as getThumbnail } from '@/app/recordings/[id]/thumbnails/[at]/route';
import type { Actor } from '@/lib/auth/actor';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import { lifetimes } from '@/lib/contracts/limits';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import type { RecordedTotal, RecordingJson, RecordingThumbnail, RecordingTimeline } from '@/lib/contracts/recordings';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { revokeApiToken } from '@/lib/use-cases/api-tokens/api-tokens';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { removeMember } from '@/lib/use-cases/members/end-membership';
import { updateMember } from '@/lib/use-cases/members/update-member';
import { getTimeline as readTimelineOf } from '@/lib/use-cases/recordings/get-timeline';
import { openDownload } from '@/lib/use-cases/recordings/open-media';
import { makeDownload as makeDownloadOf } from '@/lib/use-cases/recordings/recordings';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import type { Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import {
  makeApiToken,
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  type SignedInUser,
} from '../../support/api/factories';

afterEach(() => vi.restoreAllMocks());

let user: SignedInUser;
let stream: Stream;

beforeEach(async () => {
  user = await makeUser();
  const event = await makeEvent(user.actor);
  const { id } = await makeStream(user.actor, { eventId: event.id, name: 'Stage left' });
  stream = await db().stream.update({ where: { id }, data: { status: 'active' } });
});

const start = () => call(startRecording, { method: 'POST', token: user.token, params: { id: stream.id } });
const stop = () => call(stopRecording, { method: 'DELETE', token: user.token, params: { id: stream.id } });
const recordingOf = ({ body }: { body: unknown }) => (body as { data: MemberStreamJson }).data.attributes.recording;
const list = async (): Promise<RecordingJson[]> => {
  const { body } = await call(listRecordings, { token: user.token, params: { id: stream.eventId } });
  return (body as { data: RecordingJson[] }).data;
};
const begun = async (): Promise<string> => {
  const id = recordingOf(await start())?.id;
  if (!id) throw new Error('Not recorded');
  return id;
};

/** Whom an address of this user ends with. */
const holderId = () => user.actor.authSessionId;

const tables = Buffer.from('tables');
/** Two parts of a second each, in one file. */
async function writeFiles(recordingId: string): Promise<Buffer> {
  const folder = path.join(recordingsFolder(), recordingId);
  const keyframe = (second: number): RecordingLine => ({
    kind: 'keyframe',
    offset: second * 5,
    pts: second * 90_000,
    wallUs: 1e15 + second * 1e6,
    clock: 'sent',
  });
  const lines: RecordingLine[] = [
    { kind: 'segment', file: 'a.ts', wallUs: 1e15, tables: tables.toString('base64') },
    { kind: 'format', videoCodec: 'h264', audioCodec: null, width: 1_280, height: 720 },
    keyframe(0),
    keyframe(1),
    { kind: 'end', bytes: 10, lastPts: null },
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'a.ts'), '0123456789');
  await writeFile(path.join(folder, 'a.jsonl'), lines.map((line) => `\n${JSON.stringify(line)}`).join(''));
  return Buffer.concat([tables, Buffer.from('0123456789')]);
}

test('records a camera that is on, once, until it is told to stop', async () => {
  const first = await start();
  expect(first.status).toBe(200);
  const recording = recordingOf(first);
  expect(recording).toMatchObject({ size_bytes: 0, behind_ms: 0, free_percent: null, free_bytes: null, fault: null });
  expect(recordingOf(await start())?.id).toBe(recording?.id);
  expect(await list()).toMatchObject([
    { id: recording?.id, attributes: { camera_name: 'Stage left', stream_id: stream.id, ended_at: null } },
  ]);
  expect(recordingOf(await stop())).toBeNull();
  expect(recordingOf(await stop())).toBeNull();
  const [ended] = await list();
  expect(Date.parse(ended?.attributes.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(recording?.started_at ?? ''));
  const actions = await db().auditEntry.findMany({ where: { thingId: stream.id }, orderBy: { occurredAt: 'asc' } });
  expect(actions.map(({ action }) => action)).toEqual(['streams.create', 'recordings.record', 'recordings.stop']);
});

test('what is recorded at the same time counts once, and its bytes all do', async () => {
  const total = async () => {
    const { body } = await call(getRecordedTotal, { token: user.token, params: { id: stream.eventId } });
    return (body as { data: RecordedTotal }).data;
  };
  expect(await total()).toEqual({ size_bytes: 0, duration_ms: 0 });
  const other = await makeEvent(user.actor);
  const record = (eventId: string, from: string, until: string) =>
    db().recording.create({
      data: {
        id: newId(),
        organizationId: user.actor.organizationId,
        eventId,
        cameraName: 'Stage left',
        startedAt: `2026-05-01T${from}Z`,
        endedAt: `2026-05-01T${until}Z`,
        sizeBytes: 5_000_000_000n,
      },
    });
  await record(stream.eventId, '19:00:00', '19:10:00');
  await record(stream.eventId, '19:05:00', '19:12:00');
  await record(stream.eventId, '20:00:00', '20:01:00');
  await record(other.id, '19:00:00', '21:00:00');
  expect(await total()).toEqual({ size_bytes: 15_000_000_000, duration_ms: 13 * 60_000 });
  await begun();
  expect((await total()).duration_ms).toBeGreaterThanOrEqual(13 * 60_000);
});

test('nothing more is recorded on a disk that is nearly full; what goes on there does', async () => {
  const gatewayId = newId();
  await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: gatewayId } });
  const gateway = await db().gateway.create({ data: { id: gatewayId, maxStreams: 1, recordingsFreePercent: 4 } });
  expect(await start()).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('Less than 5 % of the recordings’ disk is free.') } },
  });
  await db().gateway.update({ where: { id: gateway.id }, data: { recordingsFreePercent: 5 } });
  expect((await start()).status).toBe(200);
  await db().gateway.update({ where: { id: gateway.id }, data: { recordingsFreePercent: 0 } });
  expect((await start()).status).toBe(200);
});

test('a camera that is off is not recorded, and Off ends a recording', async () => {
  await start();
  await stopStream(user.actor, stream.id);
  expect((await list())[0]?.attributes.ended_at).not.toBeNull();
  expect(await start()).toMatchObject({
    status: 409,
    body: { error: { message: 'Switch the camera on first, then record it.' } },
  });
});

test('a camera that records when on begins a recording with each On', async () => {
  await stopStream(user.actor, stream.id);
  await startStream(user.actor, stream.id);
  expect(await list()).toEqual([]);
  await stopStream(user.actor, stream.id);
  await updateStream(user.actor, stream.id, { records_when_on: true });
  await startStream(user.actor, stream.id);
  expect(await list()).toMatchObject([{ attributes: { ended_at: null } }]);
});

test('an offset moves a recording in time, and the camera’s next one begins with it', async () => {
  const id = await begun();
  await writeFiles(id);
  await stop();
  const setOffset = (offset_ms: unknown) =>
    call(updateRecording, { method: 'PATCH', token: user.token, params: { id }, body: { recording: { offset_ms } } });
  expect(await setOffset(-391)).toMatchObject({ status: 200, body: { data: { attributes: { offset_ms: -391 } } } });
  const { body } = await call(getTimeline, { token: user.token, params: { id } });
  const { parts } = (body as { data: RecordingTimeline }).data;
  expect(parts.map(({ start_us: startUs }) => startUs)).toEqual([1e15 - 391_000, 1e15 + 609_000]);
  for (const wrong of [60_001, 1.5, 'soon', null]) expect((await setOffset(wrong)).status).toBe(422);
  const next = await begun();
  expect((await list()).map((recording) => [recording.id, recording.attributes.offset_ms])).toEqual([
    [id, -391],
    [next, -391],
  ]);
  const line = await db().auditEntry.findFirst({ where: { thingId: id, action: 'recordings.set_offset' } });
  expect(line).toMatchObject({ thingName: 'Stage left', detail: 'to -391 ms' });
});

test('small pictures are served by their time, moved by the offset, and to the recording’s own token alone', async () => {
  const id = await begun();
  await writeFiles(id);
  await writeFile(path.join(recordingsFolder(), id, `thumbnail-${1e15}.jpg`), 'picture');
  await stop();
  await db().recording.update({ where: { id }, data: { offsetMs: 40 } });
  const { body } = await call(getTimeline, { token: user.token, params: { id } });
  const { thumbnails } = (body as { data: RecordingTimeline }).data;
  expect(thumbnails.map(({ at_us: atUs }) => atUs)).toEqual([1e15 + 40_000]);
  const ask = (at: string, token: string) =>
    getThumbnail(new Request(`http://127.0.0.1:3000/recordings/${id}/thumbnails/${at}?token=${token}`), {
      params: Promise.resolve({ id, at }),
    });
  const token = new URL(thumbnails[0]?.url ?? '', 'http://127.0.0.1:3000').searchParams.get('token') ?? '';
  const shown = await ask(String(1e15), token);
  expect([shown.headers.get('content-type'), await shown.text()]).toEqual(['image/jpeg', 'picture']);
  expect((await ask('1', token)).status).toBe(404);
  for (const other of [
    '',
    mintRecordingToken(newId(), 'play', holderId()),
    mintRecordingToken(id, 'download', holderId()),
  ]) {
    expect((await ask(String(1e15), other)).status).toBe(403);
  }
});

test('shows what is there of each moment, plays it by parts, and hands it out as one file', async () => {
  const id = await begun();
  const bytes = await writeFiles(id);
  await stop();
  const { body } = await call(getTimeline, { token: user.token, params: { id } });
  const timeline = (body as { data: RecordingTimeline }).data;
  expect(timeline.parts).toEqual([
    { start_us: 1e15, duration_us: 1e6, begins_run: true },
    { start_us: 1e15 + 1e6, duration_us: 1e6, begins_run: false },
  ]);
  expect(timeline.runs).toEqual([
    { start_us: 1e15, clock: 'sent', uncertainty_ms: expect.any(Number), apart_ms: null, shift_ms: 0 },
  ]);
  expect(timeline.format).toMatchObject({ video_codec: 'h264', width: 1_280, height: 720 });

  const url = (address: string) => new URL(address, 'http://127.0.0.1:3000');
  const at = (address: URL, headers = {}) => new Request(address, { headers });
  const playlistUrl = url(timeline.playlist_url);
  const playlist = await (await getPlaylist(at(playlistUrl), { params: Promise.resolve({ id }) })).text();
  expect(playlist).toContain('#EXTINF:1.000000,\nparts/0?token=');
  expect(playlist.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true);
  const parts = playlist.split('\n').filter((line) => line.startsWith('parts/'));
  const partOf = async (index: number) =>
    (
      await getPart(at(new URL(parts[index] ?? '', playlistUrl)), {
        params: Promise.resolve({ id, index: String(index) }),
      })
    ).text();
  expect([await partOf(0), await partOf(1)]).toEqual(['tables01234', 'tables56789']);

  const made = await call(makeDownload, { method: 'POST', token: user.token, params: { id } });
  const downloadUrl = url((made.body as { data: { url: string } }).data.url);
  const take = (headers = {}) => download(at(downloadUrl, headers), { params: Promise.resolve({ id }) });
  const whole = await take();
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''01%20Stage%20left/);
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
  const resumed = await take({ range: 'bytes=8-' });
  expect([resumed.status, resumed.headers.get('content-range')]).toEqual([206, `bytes 8-15/16`]);
  expect(Buffer.from(await resumed.arrayBuffer())).toEqual(bytes.subarray(8));
  expect(await (await take({ range: 'bytes=-3' })).text()).toBe('789');
  expect(await (await take({ range: 'bytes=4-7' })).text()).toBe('es01');
  // A body that nobody reads would hold its file open.
  const statusOf = async (headers: object) => {
    const { status, body } = await take(headers);
    await body?.cancel();
    return status;
  };
  expect(await statusOf({ range: 'bytes=16-' })).toBe(416);
  const etag = whole.headers.get('etag') ?? '';
  expect(await statusOf({ range: 'bytes=8-', 'if-range': etag })).toBe(206);
  // It is another file by now, or the range ends before it begins: all of it comes.
  expect(await statusOf({ range: 'bytes=8-', 'if-range': '"15"' })).toBe(200);
  expect(await statusOf({ range: 'bytes=8-4' })).toBe(200);
});

test('an address is good for its recording and its use alone, and not for ever', async () => {
  const id = await begun();
  await writeFiles(id);
  const ask = (token: string) =>
    download(new Request(`http://127.0.0.1:3000/recordings/${id}/download?token=${token}`), {
      params: Promise.resolve({ id }),
    });
  const bad = {
    none: '',
    garbage: 'a.b',
    'of another recording': mintRecordingToken(newId(), 'download', holderId()),
    'for playing': mintRecordingToken(id, 'play', holderId()),
    expired: mintRecordingToken(id, 'download', holderId(), Date.now() - 7 * 3_600_000),
    changed: mintRecordingToken(id, 'download', holderId()).replace(/^\d/, '9'),
  };
  for (const [what, token] of Object.entries(bad)) expect((await ask(token)).status, what).toBe(403);
  const good = await ask(mintRecordingToken(id, 'download', holderId()));
  expect(good.status).toBe(200);
  await good.body?.cancel();
  const other = await getPart(new Request('http://127.0.0.1:3000/'), {
    params: Promise.resolve({ id: '../../etc', index: '0' }),
  });
  expect(other.status).toBe(404);
});

test('addresses end with the session, membership, role or API token that asked for them', async () => {
  const id = await begun();
  await writeFiles(id);
  const readTimeline = async (actor: Actor) => (await readTimelineOf(actor, id)).playlist_url;
  const [leaver, demoted, signedOut] = await Promise.all([0, 1, 2].map(() => makeColleague(user.actor, 'member')));
  const program = await makeApiToken(user.actor, 'write');
  if (!leaver || !demoted || !signedOut) throw new Error('No colleagues');
  const play = await Promise.all([leaver, demoted, signedOut, program].map(({ actor }) => readTimeline(actor)));
  const downloads = await Promise.all(
    [leaver, demoted, signedOut, program].map(({ actor }) => makeDownloadOf(actor, id)),
  );
  const statusesOf = (handler: typeof download, addresses: string[]) =>
    Promise.all(
      addresses.map(async (address) => {
        const request = new Request(new URL(address, 'http://127.0.0.1:3000'));
        const { status, body } = await handler(request, { params: Promise.resolve({ id }) });
        await body?.cancel();
        return status;
      }),
    );
  expect(await statusesOf(getPlaylist, play)).toEqual([200, 200, 200, 200]);
  expect(await statusesOf(download, downloads)).toEqual([200, 200, 200, 200]);
  await removeMember(user.actor, leaver.actor.userId);
  await updateMember(user.actor, demoted.actor.userId, 'viewer');
  await db().authSession.update({ where: { id: signedOut.actor.authSessionId }, data: { revokedAt: new Date() } });
  await revokeApiToken(user.actor, program.actor.apiTokenId);
  // A viewer may watch, and download nothing.
  expect(await statusesOf(getPlaylist, play)).toEqual([403, 200, 403, 403]);
  expect(await statusesOf(download, downloads)).toEqual([403, 403, 403, 403]);
});

test('a download that goes on breaks off once whoever asked for it is removed', async () => {
  const id = await begun();
  await writeFiles(id);
  const leaver = await makeColleague(user.actor, 'member');
  const token =
    new URL(await makeDownloadOf(leaver.actor, id), 'http://127.0.0.1:3000').searchParams.get('token') ?? '';
  const { read, sizeBytes } = await openDownload(id, token);
  const reading = read(0, sizeBytes);
  expect((await reading.next()).value.toString()).toBe('tables');
  await removeMember(user.actor, leaver.actor.userId);
  const nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs + 1_500);
  await expect(reading.next()).rejects.toMatchObject({ code: 'forbidden' });
});

test('a download goes on once its address has expired, which begins no other', async () => {
  const id = await begun();
  await writeFiles(id);
  const token = mintRecordingToken(id, 'download', holderId());
  const { read, sizeBytes } = await openDownload(id, token);
  const reading = read(0, sizeBytes);
  expect((await reading.next()).value.toString()).toBe('tables');
  const [nowMs, dateMs] = [performance.now(), Date.now()];
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs + 1_500);
  vi.spyOn(Date, 'now').mockImplementation(() => dateMs + lifetimes.recordingAddress);
  expect((await reading.next()).value.toString()).toBe('0123456789');
  await expect(openDownload(id, token)).rejects.toMatchObject({ code: 'forbidden' });
  await reading.return(undefined);
});

test('is deleted once it has ended, with its files', async () => {
  const id = await begun();
  await writeFiles(id);
  const remove = () => call(deleteRecording, { method: 'DELETE', token: user.token, params: { id } });
  expect(await remove()).toMatchObject({
    status: 409,
    body: { error: { message: 'Stop the recording first, then delete it.' } },
  });
  await stop();
  expect((await remove()).status).toBe(204);
  expect(await readdir(recordingsFolder())).not.toContain(id);
  expect((await remove()).status).toBe(404);
});

test('stays when its camera is deleted, and goes with its event', async () => {
  const id = await begun();
  await writeFiles(id);
  await deleteStream(user.actor, stream.id);
  expect(await list()).toMatchObject([{ id, attributes: { stream_id: null, camera_name: 'Stage left' } }]);
  await deleteEvent(user.actor, stream.eventId);
  expect(await db().recording.count({ where: { id } })).toBe(0);
  expect(await readdir(recordingsFolder())).not.toContain(id);
});

test('a moment of a camera has the last thumbnail before it, moved with its recording, or the first after it', async () => {
  const startMs = Date.parse('2026-05-01T19:00:00Z');
  const data = { organizationId: user.actor.organizationId, eventId: stream.eventId, streamId: stream.id };
  const { id } = await db().recording.create({
    data: {
      ...data,
      id: newId(),
      cameraName: 'Stage left',
      startedAt: new Date(startMs),
      endedAt: new Date(startMs + 600_000),
      offsetMs: 2_000,
    },
  });
  const folder = path.join(recordingsFolder(), id);
  await mkdir(folder, { recursive: true });
  for (const seconds of [5, 15, 25]) {
    await writeFile(path.join(folder, `thumbnail-${(startMs + seconds * 1_000) * 1_000}.jpg`), `picture ${seconds}`);
  }
  const at = async (seconds: number) => {
    const query = { at: new Date(startMs + seconds * 1_000).toISOString() };
    const { body } = await call(findThumbnail, { token: user.token, params: { id: stream.id }, query });
    return (body as { data: RecordingThumbnail | null }).data;
  };
  const secondsOf = (found: RecordingThumbnail | null) => found && found.at_us / 1e6 - startMs / 1_000;
  // The recording was moved by two seconds, so its pictures stand at 7, 17 and 27.
  expect(await Promise.all([1, 7, 16, 17, 60].map(async (seconds) => secondsOf(await at(seconds))))).toEqual([
    7, 7, 7, 17, 27,
  ]);
  // Too far away, and before and after all that was recorded.
  expect(await Promise.all([63, -60, 700].map(at))).toEqual([null, null, null]);
  const found = await at(16);
  const { pathname, searchParams } = new URL(found?.url ?? '', 'http://127.0.0.1:3000');
  const params = Promise.resolve({ id, at: pathname.split('/').at(-1) ?? '' });
  const picture = await getThumbnail(new Request(`http://127.0.0.1:3000${found?.url}`), { params });
  expect([picture.status, await picture.text()]).toEqual([200, 'picture 5']);
  expect(searchParams.get('token')).not.toBe('');
});
