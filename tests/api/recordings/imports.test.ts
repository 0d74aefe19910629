import { readdir, readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { POST as postImport } from '@/app/api/v1/events/[id]/imports/route';
import { PUT as putBytes } from '@/app/api/v1/imports/[id]/content/route';
import { GET as getImport, DELETE as removeImport } from '@/app/api/v1/imports/[id]/route';
import type { ImportJson } from '@/lib/contracts/imports';
import { importChunkBytes } from '@/lib/contracts/limits';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { importsFolder, uploadedFile } from '@/lib/platform/storage/import-store';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let eventId: string;

beforeEach(async () => {
  user = await makeUser();
  eventId = (await makeEvent(user.actor, 'Gala')).id;
});

const create = (body: object = {}, token = user.token, id = eventId) =>
  call(postImport, {
    method: 'POST',
    token,
    params: { id },
    body: { import: { name: 'Opening.mp4', size_bytes: 10, ...body } },
  });
const created = async (body: object = {}): Promise<ImportJson> =>
  ((await create(body)).body as { data: ImportJson }).data;
const put = (id: string, offset: number, text: string, token = user.token) =>
  call(putBytes, {
    method: 'PUT',
    token,
    params: { id },
    query: { offset: String(offset) },
    bytes: Buffer.from(text),
  });
const folders = () => readdir(importsFolder()).catch(() => []);

test('takes a file in pieces, and hands it over once it is whole', async () => {
  const upload = await created();
  expect(upload).toMatchObject({
    type: 'import',
    attributes: { event_id: eventId, status: 'receiving', received_bytes: 0, recording_id: null, message: null },
  });
  expect(await put(upload.id, 0, 'abcdef')).toMatchObject({
    status: 200,
    body: { data: { attributes: { status: 'receiving', received_bytes: 6 } } },
  });
  // An answer that was lost: the same bytes come again, and the caller hears where to go on.
  expect(await put(upload.id, 0, 'abcdef')).toMatchObject({
    status: 409,
    body: { error: { message: 'The upload has 6 bytes. Go on from there.' } },
  });
  expect((await put(upload.id, 6, 'more than four')).status).toBe(409);
  expect(await put(upload.id, 6, 'ghij')).toMatchObject({
    body: { data: { attributes: { status: 'waiting', received_bytes: 10 } } },
  });
  expect(await readFile(uploadedFile(upload.id), 'utf8')).toBe('abcdefghij');
  expect((await put(upload.id, 10, '')).status).toBe(409);
  const entries = await db().auditEntry.findMany({ where: { thingId: eventId, action: { startsWith: 'imports.' } } });
  expect(entries.map(({ action, thingName }) => [action, thingName]).toSorted()).toEqual([
    ['imports.create', 'Gala'],
    ['imports.receive', 'Gala'],
  ]);
});

test('a cancelled upload leaves no row and no bytes', async () => {
  const { id } = await created();
  await put(id, 0, 'abc');
  expect(await folders()).toContain(id);
  const cancel = () => call(removeImport, { method: 'DELETE', token: user.token, params: { id } });
  expect((await cancel()).status).toBe(204);
  expect(await folders()).not.toContain(id);
  expect((await cancel()).status).toBe(404);
  expect((await put(id, 3, 'def')).status).toBe(404);
  expect(await folders()).not.toContain(id);
});

test('refuses empty and huge files, pieces that are too large or no bytes, and names of nothing', async () => {
  expect(await create({ size_bytes: 0 })).toMatchObject({
    status: 422,
    body: { error: { message: 'The file is empty. Choose one with video.' } },
  });
  expect(await create({ size_bytes: 20e9 + 1 })).toMatchObject({
    status: 409,
    body: {
      error: { code: 'limit_reached', message: 'A file may have 20 GB. Cut it, or export it with a lower bitrate.' },
    },
  });
  expect((await create({ name: ' ' })).status).toBe(422);
  const { id } = await created({ size_bytes: 10 * importChunkBytes });
  expect((await put(id, 0, 'x'.repeat(importChunkBytes + 1))).status).toBe(413);
  const asJson = await call(putBytes, {
    method: 'PUT',
    token: user.token,
    params: { id },
    query: { offset: '0' },
    body: {},
  });
  expect(asJson.status).toBe(415);
  expect((await put(id, -1, 'abc')).status).toBe(422);
});

test('an organization uploads five files at once at most', async () => {
  for (let count = 0; count < 5; count++) await created();
  expect(await create()).toMatchObject({ status: 409, body: { error: { code: 'limit_reached' } } });
});

test('strangers and viewers are refused, and change nothing', async () => {
  const { id } = await created();
  const [stranger, viewer] = [await makeUser(), await makeColleague(user.actor, 'viewer')];
  for (const [{ token }, onEvent] of [[stranger, 404] as const, [viewer, 403] as const]) {
    expect((await create({}, token)).status).toBe(onEvent);
    expect((await put(id, 0, 'abc', token)).status).toBe(onEvent);
    expect((await call(getImport, { token, params: { id } })).status).toBe(onEvent);
    expect((await call(removeImport, { method: 'DELETE', token, params: { id } })).status).toBe(onEvent);
  }
  expect((await put(newId(), 0, 'abc')).status).toBe(404);
  expect(await call(getImport, { token: user.token, params: { id } })).toMatchObject({
    status: 200,
    body: { data: { attributes: { status: 'receiving', received_bytes: 0 } } },
  });
});
