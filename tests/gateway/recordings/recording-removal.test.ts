import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { removeDeletedRecordings } from '@/server/gateway/recordings/recording-removal';
import { makeEvent, makeUser } from '../../support/api/factories';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-recordings-'));
}, 30_000);

afterEach(() => rm(directory, { recursive: true, force: true }));

async function makeRecording() {
  const { id: eventId, organizationId } = await makeEvent((await makeUser()).actor);
  const recording = await db().recording.create({ data: { id: newId(), organizationId, eventId, cameraName: 'A' } });
  await mkdir(path.join(directory, recording.id));
  await writeFile(path.join(directory, recording.id, 'a.ts'), 'bytes');
  return recording;
}

const remove = () => removeDeletedRecordings({ directory, bucket: null });

test('files of recordings whose rows are gone leave the disk, whoever deleted them, and no others', async () => {
  const [ofEvent, ofOrganization, kept] = [await makeRecording(), await makeRecording(), await makeRecording()];
  await db().event.delete({ where: { id: ofEvent.eventId } });
  await db().organization.delete({ where: { id: ofOrganization.organizationId } });
  // A folder of another installation, or from before a restore, has no row. Nobody has deleted it.
  const unknown = newId();
  await mkdir(path.join(directory, unknown));
  expect(await remove()).toMatchObject({ foldersRemoved: 2 });
  expect((await readdir(directory)).toSorted()).toEqual([kept.id, unknown].toSorted());
  // A recorder that ended late has made the folder again.
  await mkdir(path.join(directory, ofEvent.id));
  expect(await remove()).toMatchObject({ foldersRemoved: 1 });
  expect(await remove()).toMatchObject({ foldersRemoved: 0 });
});

test('a folder in which nothing was ever recorded is no fault', async () => {
  await rm(directory, { recursive: true });
  expect(await remove()).toEqual({ foldersRemoved: 0, bucketEmptied: 0 });
});
