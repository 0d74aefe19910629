import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { GET as listRecordings } from '@/app/api/v1/events/[id]/recordings/route';
import { GET as getTimeline } from '@/app/api/v1/recordings/[id]/timeline/route';
import { POST as startRecording } from '@/app/api/v1/streams/[id]/recording/route';
import { GET as getStream } from '@/app/api/v1/streams/[id]/route';
import { GET as download } from '@/app/recordings/[id]/download/route';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import type { RecordingJson, RecordingTimeline } from '@/lib/contracts/recordings';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { db } from '@/lib/platform/db/db';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { checkRecordings } from '@/lib/preflight/checks/recordings';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import type { Stream } from '@/prisma/generated/client';
import { removeDeletedRecordings } from '@/server/gateway/recordings/recording-removal';
import { openUploads } from '@/server/gateway/recordings/uploads';
import { call } from '../../support/api/api';
import { makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { S3Server } from '../../support/storage/s3-server';
import { until } from '../../support/until';

let server: S3Server;
let directory: string;
let user: SignedInUser;
let stream: Stream;
let stopUploads: () => Promise<void>;

beforeAll(async () => {
  server = await S3Server.start();
  // Web servers need no folder.
  Object.assign(process.env, server.settings, { RECORDINGS_DIR: '' });
});

afterAll(() => server.stop());

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-recordings-'));
  user = await makeUser();
  const { id } = await makeStream(user.actor);
  stream = await db().stream.update({ where: { id }, data: { status: 'active' } });
  const bucket = openRecordingBucket();
  if (!bucket) throw new Error('No bucket');
  const { jobs } = await openUploads(directory, bucket);
  for (const job of jobs) job.start();
  stopUploads = async () => void (await Promise.all(jobs.map((job) => job.stop())));
});

afterEach(async () => {
  await stopUploads();
  await rm(directory, { recursive: true, force: true });
});

const current = async () => {
  const { body } = await call(getStream, { token: user.token, params: { id: stream.id } });
  return (body as { data: MemberStreamJson }).data.attributes.recording;
};
const listed = async () => {
  const { body } = await call(listRecordings, { token: user.token, params: { id: stream.eventId } });
  return (body as { data: RecordingJson[] }).data[0]?.attributes;
};

/** Starts a recording that has one closed segment of ten bytes, and one of four that is being written. */
async function record(): Promise<string> {
  await call(startRecording, { method: 'POST', token: user.token, params: { id: stream.id } });
  const id = (await current())?.id ?? '';
  const folder = path.join(directory, id);
  const segment = (file: string): RecordingLine => ({ kind: 'segment', file, wallUs: 1e15, tables: '' });
  const keyframe = (second: number): RecordingLine => {
    return { kind: 'keyframe', offset: 0, pts: second * 90_000, wallUs: 1e15 + second * 1e6, clock: 'sent' };
  };
  const lines = [segment('w-1-000001.ts'), keyframe(0), segment('w-1-000002.ts'), keyframe(1)];
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'w-1-000001.ts'), '0123456789');
  await writeFile(path.join(folder, 'w-1-000002.ts'), 'open');
  await writeFile(path.join(folder, 'w-1.jsonl'), lines.map((line) => `\n${JSON.stringify(line)}`).join(''));
  return id;
}

const timeoutMs = 30_000;
const untilWaiting = (bytes: number) =>
  until(`${bytes} bytes wait for the bucket`, async () => (await current())?.upload?.waiting_bytes === bytes, {
    timeoutMs,
  });

test('a recording is played and downloaded from the bucket, by ranges', async () => {
  const id = await record();
  await untilWaiting('open'.length);
  expect(await listed()).toMatchObject({ upload: { waiting_bytes: 'open'.length, fault: null } });
  await stopStream(user.actor, stream.id);
  await until('all of the recording is in the bucket', async () => (await listed())?.upload === null, { timeoutMs });
  const { body } = await call(getTimeline, { token: user.token, params: { id } });
  expect((body as { data: RecordingTimeline }).data.parts).toHaveLength(2);
  const take = async (headers = {}) => {
    const url = `http://127.0.0.1:3000/recordings/${id}/download?token=${mintRecordingToken(id, 'download', user.actor.authSessionId)}`;
    return (await download(new Request(url, { headers }), { params: Promise.resolve({ id }) })).text();
  };
  expect(await take()).toBe('0123456789open');
  expect(await take({ range: 'bytes=8-11' })).toBe('89op');
});

test('the camera says within five seconds that the bucket is away, and again that it is back', async () => {
  const id = await record();
  await untilWaiting('open'.length);
  await server.kill();
  const killedMs = performance.now();
  await until(
    'the camera says that the bucket is away',
    async () => (await current())?.upload?.fault === 'bucket_away',
    { timeoutMs },
  );
  expect(performance.now() - killedMs).toBeLessThan(5_000);
  await writeFile(path.join(directory, id, 'w-1-000003.ts'), 'later');
  await server.restart();
  // It goes up without a segment after it: it does not grow any more.
  await untilWaiting(0);
  expect(await current()).toMatchObject({ upload: { fault: null } });
});

test('the doctor tries what the bucket allows, and leaves nothing there', async () => {
  expect(await checkRecordings()).toEqual([
    {
      check: 'recordings',
      level: 'ok',
      text: 'The bucket takes, lists, gives and deletes objects.',
      fix: null,
    },
  ]);
});

test('the bucket loses a deleted recording, and once more what was on its way', async () => {
  const id = await record();
  await untilWaiting('open'.length);
  const bucket = openRecordingBucket();
  if (!bucket) throw new Error('No bucket');
  const remove = () => removeDeletedRecordings({ directory, bucket });
  expect(await remove()).toEqual({ foldersRemoved: 0, bucketEmptied: 0 });
  await deleteEvent(user.actor, stream.eventId);
  expect(await remove()).toEqual({ foldersRemoved: 1, bucketEmptied: 1 });
  expect((await bucket.list(id)).size).toBe(0);
  expect(await remove()).toEqual({ foldersRemoved: 0, bucketEmptied: 0 });
  await bucket.store(id, 'late.ts', new Blob(['late']), 'UNSIGNED-PAYLOAD');
  const earlier = new Date(Date.now() - 11 * 60_000);
  await db().recordingRemoval.updateMany({ data: { deletedAt: earlier, bucketEmptiedAt: earlier } });
  expect(await remove()).toEqual({ foldersRemoved: 0, bucketEmptied: 1 });
  expect((await bucket.list(id)).size).toBe(0);
  expect(await remove()).toEqual({ foldersRemoved: 0, bucketEmptied: 0 });
});

test('what an earlier gateway of this disk has said of a lost folder is forgotten', async () => {
  const id = await record();
  await untilWaiting('open'.length);
  await stopUploads();
  await rm(path.join(directory, id), { recursive: true });
  const bucket = openRecordingBucket();
  if (!bucket) throw new Error('No bucket');
  expect(await readdir(directory)).toEqual(['.id']);
  const { jobs } = await openUploads(directory, bucket);
  for (const job of jobs) job.start();
  stopUploads = async () => void (await Promise.all(jobs.map((job) => job.stop())));
  await until('nothing of the recording waits', async () => (await listed())?.upload === null, { timeoutMs });
});
