import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { GET as listExports, POST as postExport } from '@/app/api/v1/events/[id]/exports/route';
import { POST as postDownload } from '@/app/api/v1/exports/[id]/download/route';
import { DELETE as removeExport } from '@/app/api/v1/exports/[id]/route';
import { GET as getArchive } from '@/app/exports/[id]/archive/route';
import { GET as getFile } from '@/app/exports/[id]/files/[index]/route';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { ExportDownload, ExportJson } from '@/lib/contracts/exports';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { exportFolder } from '@/lib/platform/storage/export-folder';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { removeMember } from '@/lib/use-cases/members/end-membership';
import { makeExportDownload } from '@/lib/use-cases/recordings/exports/exports';
import type { Recording } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let recording: Recording;

beforeEach(async () => {
  user = await makeUser();
  const { id: eventId, organizationId } = await makeEvent(user.actor, 'Gala');
  const { id: streamId } = await makeStream(user.actor, { eventId, name: 'Stage left' });
  const times = { startedAt: new Date('2026-11-27T18:30:00Z'), endedAt: new Date('2026-11-27T19:30:00Z') };
  recording = await db().recording.create({
    data: { id: newId(), organizationId, eventId, streamId, cameraName: 'Stage left', ...times },
  });
});

const create = (body: object = {}, token = user.token, eventId = recording.eventId) =>
  call(postExport, {
    method: 'POST',
    token,
    params: { id: eventId },
    body: { export: { format: 'mov', recording_ids: [recording.id], ...body } },
  });
const created = async (body: object = {}): Promise<ExportJson> =>
  ((await create(body)).body as { data: ExportJson }).data;
const list = async (): Promise<ExportJson[]> =>
  ((await call(listExports, { token: user.token, params: { id: recording.eventId } })).body as { data: ExportJson[] })
    .data;

/** As an exporter leaves it. */
async function finish(id: string, texts: Record<string, string>): Promise<void> {
  await mkdir(exportFolder(id), { recursive: true });
  const files = Object.entries(texts).map(([name, text]) => ({
    name,
    cameraName: 'Stage left',
    startUs: 1e15,
    durationUs: 1e6,
    sizeBytes: text.length,
    crc32: crc32(text),
  }));
  for (const [name, text] of Object.entries(texts)) await writeFile(path.join(exportFolder(id), name), text);
  await db().recordingExport.update({
    where: { id },
    data: { status: 'done', progress: 1, files, finishedAt: new Date() },
  });
}

test('queues an export of a range, lists the newest first, and says who asked for it', async () => {
  const first = await created();
  expect(first).toMatchObject({
    type: 'export',
    attributes: {
      format: 'mov',
      recording_ids: [recording.id],
      status: 'waiting',
      progress: 0,
      fault: null,
      files: [],
    },
  });
  // The whole of it, whatever the camera's clock.
  expect(Date.parse(first.attributes.starts_at)).toBeLessThan(recording.startedAt.getTime());
  const second = await created({ starts_at: '2026-11-27T18:40:00Z', ends_at: '2026-11-27T20:41:00+02:00' });
  expect(second.attributes).toMatchObject({
    starts_at: '2026-11-27T18:40:00.000Z',
    ends_at: '2026-11-27T18:41:00.000Z',
  });
  expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);
  const entries = await db().auditEntry.findMany({
    where: { thingId: recording.eventId, action: { contains: 'export' } },
  });
  expect(entries.map(({ action, thingName }) => [action, thingName])).toEqual([
    ['recordings.create_export', 'Gala'],
    ['recordings.create_export', 'Gala'],
  ]);
});

test('refuses a range that ends before it begins, and recordings of another event or organization', async () => {
  expect((await create({ starts_at: '2026-11-27T18:41:00Z', ends_at: '2026-11-27T18:40:00Z' })).status).toBe(422);
  expect((await create({ recording_ids: [] })).status).toBe(422);
  expect((await create({ recording_ids: [newId()] })).status).toBe(404);
  const other = await makeEvent(user.actor);
  expect((await create({}, user.token, other.id)).status).toBe(404);
  expect((await create({}, (await makeUser()).token)).status).toBe(404);
  expect((await create({}, (await makeColleague(user.actor, 'viewer')).token)).status).toBe(403);
});

test('makes clips of the marks of a range, with handles, and an edit of a chosen rate', async () => {
  const clips = { around_marks: true, handles_ms: 2_500, format: 'otio', frame_rate: '29.97' };
  expect(await create(clips)).toMatchObject({
    status: 409,
    body: { error: { message: 'This range has no marks: set one, or choose another range.' } },
  });
  const { eventId, organizationId, startedAt } = recording;
  const at = (count: number) =>
    Array.from({ length: count }, () => ({ id: newId(), organizationId, eventId, at: startedAt, name: 'Goal' }));
  await db().eventMark.createMany({ data: at(1) });
  const { attributes } = await created(clips);
  expect(attributes).toMatchObject({ around_marks: true, handles_ms: 2_500, frame_rate: '29.97' });
  expect((await created()).attributes).toMatchObject({ around_marks: false, handles_ms: 0, frame_rate: null });
  expect((await create({ handles_ms: 10_001 })).status).toBe(422);
  expect((await create({ handles_ms: -1 })).status).toBe(422);
  expect((await created({ has_proxies: true })).attributes).toMatchObject({ has_proxies: true });
  for (const format of ['mkv', 'ts', 'program', 'otioz']) {
    expect((await create({ format, has_proxies: true })).status, format).toBe(422);
  }
  expect((await create({ frame_rate: '15' })).status).toBe(422);
  await db().eventMark.createMany({ data: at(500) });
  expect((await create(clips)).status).toBe(409);
  // The rights are those of every export.
  expect((await create(clips, (await makeUser()).token)).status).toBe(404);
  expect((await create(clips, (await makeColleague(user.actor, 'viewer')).token)).status).toBe(403);
});

test('an organization has ten exports in progress at most', async () => {
  for (let count = 0; count < 10; count++) await created();
  expect(await create()).toMatchObject({ status: 409, body: { error: { code: 'limit_reached' } } });
  const [newest] = await list();
  await db().recordingExport.update({ where: { id: newest?.id ?? '' }, data: { status: 'failed' } });
  expect((await create()).status).toBe(201);
});

test('its files are downloaded one by one or as an archive, and resumed', async () => {
  const { id } = await created();
  const ask = () => call(postDownload, { method: 'POST', token: user.token, params: { id } });
  expect(await ask()).toMatchObject({
    status: 409,
    body: { error: { message: 'This export is not done yet: wait for it.' } },
  });
  await finish(id, { 'Stage left 1.mov': '0123456789', 'Stage left 2.mov': 'abc' });
  const { files, archive } = ((await ask()).body as { data: ExportDownload }).data;
  expect(files).toMatchObject([
    { name: 'Stage left 1.mov', size_bytes: 10 },
    { name: 'Stage left 2.mov', size_bytes: 3 },
  ]);
  const request = (url: string, headers = {}) => new Request(new URL(url, 'http://127.0.0.1:3000'), { headers });
  const take = (index: number, headers = {}) =>
    getFile(request(files[index]?.url ?? '', headers), { params: Promise.resolve({ id, index: String(index) }) });
  const whole = await take(0);
  expect(whole.headers.get('content-type')).toBe('video/quicktime');
  expect(whole.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Stage%20left%201.mov");
  expect(await whole.text()).toBe('0123456789');
  const resumed = await take(0, { range: 'bytes=7-' });
  expect([resumed.status, await resumed.text()]).toEqual([206, '789']);

  expect(archive?.name).toBe('Gala 2026-11-27.zip');
  const zip = (headers = {}) => getArchive(request(archive?.url ?? '', headers), { params: Promise.resolve({ id }) });
  const bytes = Buffer.from(await (await zip()).arrayBuffer());
  expect(bytes.length).toBe(archive?.size_bytes);
  expect(bytes.includes('0123456789')).toBe(true);
  const rest = await zip({ range: 'bytes=100-' });
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(100));
});

test('an address is good for its export alone, and not for ever', async () => {
  const { id } = await created();
  await finish(id, { 'a.mov': 'a', 'b.mov': 'b' });
  const ask = (token: string) =>
    Promise.all(
      [
        getFile(new Request(`http://127.0.0.1:3000/?token=${token}`), { params: Promise.resolve({ id, index: '0' }) }),
        getArchive(new Request(`http://127.0.0.1:3000/?token=${token}`), { params: Promise.resolve({ id }) }),
      ].map(async (answer) => {
        const { status, body } = await answer;
        await body?.cancel();
        return status;
      }),
    );
  const bad = {
    none: '',
    'of another export': mintRecordingToken(newId(), 'export', user.actor.authSessionId),
    'of a recording': mintRecordingToken(id, 'download', user.actor.authSessionId),
    expired: mintRecordingToken(id, 'export', user.actor.authSessionId, Date.now() - 7 * 3_600_000),
  };
  for (const [what, token] of Object.entries(bad)) expect(await ask(token), what).toEqual([403, 403]);
  expect(await ask(mintRecordingToken(id, 'export', user.actor.authSessionId))).toEqual([200, 200]);
});

test('an address ends with the membership of whoever asked for it', async () => {
  const { id } = await created();
  await finish(id, { 'a.mov': 'a', 'b.mov': 'b' });
  const leaver = await makeColleague(user.actor, 'member');
  const { archive, files } = await makeExportDownload(leaver.actor, id);
  const statuses = () =>
    Promise.all(
      [archive?.url, files[0]?.url].map(async (address) => {
        const request = new Request(new URL(address ?? '', 'http://127.0.0.1:3000'));
        const params = Promise.resolve({ id, index: '0' });
        const { status, body } = await (address === archive?.url ? getArchive : getFile)(request, { params });
        await body?.cancel();
        return status;
      }),
    );
  expect(await statuses()).toEqual([200, 200]);
  await removeMember(user.actor, leaver.actor.userId);
  expect(await statuses()).toEqual([403, 403]);
});

test('is cancelled or removed with its files', async () => {
  const { id } = await created();
  await finish(id, { 'a.mov': 'a' });
  const remove = () => call(removeExport, { method: 'DELETE', token: user.token, params: { id } });
  expect((await remove()).status).toBe(204);
  expect(await readdir(path.join(recordingsFolder(), 'exports'))).not.toContain(id);
  expect((await remove()).status).toBe(404);
  expect(await list()).toEqual([]);
});
