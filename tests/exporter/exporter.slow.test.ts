import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ExportFormat } from '@/lib/contracts/export-formats';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { Bucket } from '@/lib/platform/storage/bucket';
import { BucketStorage } from '@/lib/platform/storage/bucket-storage';
import { exportFolder } from '@/lib/platform/storage/export-folder';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { createExport, deleteExport } from '@/lib/use-cases/recordings/exports/exports';
import { archiveOf, filesOf } from '@/lib/use-cases/recordings/exports/serialize-export';
import type { Stream } from '@/prisma/generated/client';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { ExportQueue } from '@/server/exporter/export-queue';
import { Exporter } from '@/server/exporter/exporter';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../support/api/factories';
import { type Program, startProgram } from '../support/product/program';
import { makeRecording, type RecordingOptions, readBarcodes } from '../support/recordings/make-recording';
import { S3Server } from '../support/storage/s3-server';
import { until } from '../support/until';

const run = promisify(execFile);
const timeoutMs = 40_000;
/** At a whole second, so that the time code's frames count from 0. */
const startMs = Date.UTC(2026, 10, 27, 18, 30, 0);

let user: SignedInUser;
let stream: Stream;
let exporters: Program[] = [];

beforeAll(() => bundlePrograms(), 120_000);
beforeEach(async () => {
  user = await makeUser();
  const { id: eventId } = await makeEvent(user.actor);
  stream = await makeStream(user.actor, { eventId, name: 'Camera 1' });
});
afterEach(async () => {
  for (const { process: child, exitCode } of exporters) {
    child.kill('SIGKILL');
    await exitCode;
  }
  exporters = [];
});

async function startExporter(settings: Record<string, string> = {}): Promise<Program> {
  const exporter = await startProgram('exporter', {
    DATABASE_URL: databaseEnv().DATABASE_URL,
    RECORDINGS_DIR: recordingsFolder(),
    LOG_LEVEL: 'debug',
    ...settings,
  });
  exporters.push(exporter);
  return exporter;
}

async function recorded(options: Omit<RecordingOptions, 'recordingId' | 'startMs'>): Promise<string> {
  const { id: streamId, organizationId, eventId, name: cameraName } = stream;
  const recordingId = newId();
  await makeRecording({ recordingId, startMs, ...options });
  const startedAt = new Date(startMs);
  const endedAt = new Date(startMs + 60_000);
  await db().recording.create({
    data: { id: recordingId, organizationId, eventId, streamId, cameraName, startedAt, endedAt },
  });
  return recordingId;
}

const order = (format: ExportFormat, ids: string[], from?: number, to?: number) =>
  createExport(user.actor, stream.eventId, {
    format,
    recording_ids: ids,
    starts_at: from === undefined ? undefined : new Date(startMs + from * 1_000),
    ends_at: to === undefined ? undefined : new Date(startMs + to * 1_000),
  });

async function made(id: string) {
  const row = () => db().recordingExport.findUniqueOrThrow({ where: { id } });
  await until('the export has ended', async () => ['done', 'failed'].includes((await row()).status), { timeoutMs });
  const { status, fault, files } = await row();
  return { status, fault, files: filesOf({ files }) };
}

interface Probed {
  streams: {
    codec_type: string;
    codec_name?: string;
    avg_frame_rate: string;
    tags?: { timecode?: string; language?: string };
  }[];
  format: { tags?: { timecode?: string; TIMECODE?: string } };
}

async function probe(file: string): Promise<Probed> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]);
  return JSON.parse(stdout) as Probed;
}

const barcodeOf = (ms: number) => ms % 2 ** 32;

test.each(['mp4', 'mov', 'mkv', 'ts'] as const)(
  'a range as %s has its frames, time code and all audio tracks',
  async (format) => {
    const id = await recorded({ seconds: 8, audioTracks: 2, bFrames: 2 });
    await startExporter();
    const { id: exportId } = await order(format, [id], 2.4, 5.5);
    const { status, files } = await made(exportId);
    expect(status).toBe('done');
    const [file] = files;
    expect(files).toHaveLength(1);
    expect(file).toMatchObject({ name: `01 Camera 1 2026-11-27 18-30-02.${format}`, cameraName: 'Camera 1' });
    const written = path.join(exportFolder(exportId), file?.name ?? '');
    const bytes = await readFile(written);
    expect([bytes.length, crc32(bytes)]).toEqual([file?.sizeBytes, file?.crc32]);

    const times = await readBarcodes(written);
    expect(times[0]).toBe(barcodeOf(startMs + 2_000));
    // Raw packets are whole groups; the others end with the range, but for frames in another order.
    const endMs = format === 'ts' ? 6_000 : 5_500;
    const last = (times.at(-1) ?? 0) - barcodeOf(startMs);
    expect(last).toBeGreaterThan(endMs - 40);
    expect(last).toBeLessThan(endMs + 140);
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);

    const { streams, format: container } = await probe(written);
    const ofType = (type: string) => streams.filter(({ codec_type }) => codec_type === type);
    expect(ofType('video')).toMatchObject([{ codec_name: 'h264', avg_frame_rate: '30/1' }]);
    expect(ofType('audio').map(({ codec_name }) => codec_name)).toEqual(['aac', 'aac']);
    if (format === 'mp4' || format === 'mov') expect(ofType('data')[0]?.tags?.timecode).toBe('18:30:02:00');
    if (format === 'mkv') expect(container.tags?.TIMECODE).toBe('18:30:02:00');
  },
);

test('sound that lies before its keyframe is in the file from its first frame to its last', async () => {
  const id = await recorded({ seconds: 8, width: 160, height: 90, bFrames: 2, audioLeadSeconds: 0.341 });
  await startExporter();
  const orders = await Promise.all([1.2, 2.5, 3.9].map((from) => order('mov', [id], from, from + 2)));
  for (const { id: exportId } of orders) {
    const { files } = await made(exportId);
    const written = path.join(exportFolder(exportId), files[0]?.name ?? '');
    const sound = await packetTimes(written, 'a');
    const picture = await packetTimes(written, 'v');
    expect(sound[0]).toBeLessThan(0.025);
    expect(Math.abs((sound.at(-1) ?? 0) - Math.max(...picture.slice(-4)))).toBeLessThan(0.06);
  }
});

/** When the packets of a track are shown, in seconds. */
async function packetTimes(file: string, track: 'a' | 'v'): Promise<number[]> {
  const entries = ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', track, ...entries, file]);
  return stdout.split('\n').filter(Boolean).map(Number.parseFloat);
}

test('each mark of a range is a clip with handles, and all of them are one program', async () => {
  const id = await recorded({ seconds: 60 });
  const { organizationId, eventId } = stream;
  const marks = [12, 30, 55].map((at) => ({ at: new Date(startMs + at * 1_000), name: at === 30 ? 'Goal' : '' }));
  await db().eventMark.createMany({ data: marks.map((mark) => ({ id: newId(), organizationId, eventId, ...mark })) });
  const on = { id: newId(), organizationId, eventId, occurredAt: new Date(startMs), programIds: [stream.id] };
  await db().tallyChange.create({ data: on });
  await startExporter();
  const clips = (format: ExportFormat) =>
    createExport(user.actor, eventId, {
      ...{ format, recording_ids: [id], around_marks: true, handles_ms: 1_500 },
      // The last mark is outside of it.
      ...{ starts_at: new Date(startMs + 5_000), ends_at: new Date(startMs + 50_000) },
    });
  const [single, joined] = await Promise.all([clips('mp4'), clips('program')]);
  const { status, files } = await made(single.id);
  expect(status).toBe('done');
  expect(files.map(({ name }) => name)).toEqual([
    '01 Camera 1 2026-11-27 18-30-00.mp4',
    '01 Camera 1 2026-11-27 18-30-18 Goal.mp4',
  ]);
  for (const [index, begin] of [0.5, 18.5].entries()) {
    const times = await readBarcodes(path.join(exportFolder(single.id), files[index]?.name ?? ''));
    expect(times[0]).toBe(barcodeOf(startMs + Math.floor(begin) * 1_000));
    expect(Math.abs((times.at(-1) ?? 0) - barcodeOf(startMs) - (begin + 18) * 1_000)).toBeLessThan(50);
  }
  const [program] = (await made(joined.id)).files;
  expect(program?.durationUs).toBeGreaterThan(35.9e6);
  expect(program?.durationUs).toBeLessThan(36.1e6);
});

test('sound that begins 20 seconds late is in the file, whose index comes first', async () => {
  const id = await recorded({ seconds: 24, width: 160, height: 90, audioDelaySeconds: 20 });
  await startExporter();
  const { id: exportId } = await order('mov', [id], 0, 24);
  const { status, files } = await made(exportId);
  expect(status).toBe('done');
  const written = path.join(exportFolder(exportId), files[0]?.name ?? '');
  const { streams } = await probe(written);
  expect(streams.map(({ codec_type }) => codec_type)).toEqual(expect.arrayContaining(['video', 'audio']));
  const bytes = await readFile(written);
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
});

test('sound that begins behind the range is no track of its file', async () => {
  const id = await recorded({ seconds: 6, width: 160, height: 90, audioDelaySeconds: 3.2 });
  await startExporter();
  const { id: exportId } = await order('mov', [id], 0, 3);
  const { status, files } = await made(exportId);
  expect([status, files[0]?.notes]).toEqual(['done', []]);
  const { streams } = await probe(path.join(exportFolder(exportId), files[0]?.name ?? ''));
  expect(streams.map(({ codec_type }) => codec_type)).toEqual(['video', 'data']);
});

test('a recording that goes on is exported up to the end of the range, which is waited for', async () => {
  const recordingId = newId();
  const beganMs = Math.floor(Date.now() / 1_000) * 1_000 - 5_000;
  await makeRecording({ recordingId, startMs: beganMs, seconds: 9, gopSeconds: 2 });
  const folder = path.join(recordingsFolder(), recordingId);
  const [media, index] = [path.join(folder, 'made-000001.ts'), path.join(folder, 'made.jsonl')];
  const [bytes, lines] = [await readFile(media), (await readFile(index, 'utf8')).split('\n')];
  // As far as a recorder has come: in the middle of the third group of pictures.
  const offsets = lines.flatMap((line) => (line.includes('"keyframe"') ? Number(JSON.parse(line).offset) : []));
  const [third = 0, fourth = 0] = offsets.slice(2);
  const written = third + Math.floor((fourth - third) / 2 / 188) * 188;
  await writeFile(media, bytes.subarray(0, written));
  await writeFile(index, `${lines.slice(0, 5).join('\n')}\n`);
  const { id: streamId, organizationId, eventId, name: cameraName } = stream;
  const row = { id: recordingId, organizationId, eventId, streamId, cameraName, startedAt: new Date(beganMs) };
  await db().recording.create({ data: row });
  await startExporter();
  const { id: exportId } = await createExport(user.actor, eventId, {
    ...{ format: 'mov', recording_ids: [recordingId] },
    ...{ starts_at: new Date(beganMs + 2_000), ends_at: new Date(beganMs + 7_000) },
  });
  const status = async () => (await db().recordingExport.findUniqueOrThrow({ where: { id: exportId } })).status;
  await until('the exporter waits for the rest', async () => (await status()) === 'running', { timeoutMs });
  await writeFile(media, bytes);
  await writeFile(index, `${lines.slice(0, -1).join('\n')}\n`);
  const { status: ended, files } = await made(exportId);
  expect([ended, files.map(({ notes }) => notes)]).toEqual(['done', [[]]]);
  const times = await readBarcodes(path.join(exportFolder(exportId), files[0]?.name ?? ''));
  expect(times[0]).toBe(barcodeOf(beganMs + 2_000));
  expect(times).toHaveLength(5 * 30);
});

test('a file says what it has otherwise than the camera sent it', async () => {
  const id = await recorded({ seconds: 6, width: 160, height: 90 });
  // The index has keyframes whose bytes are null packets.
  const media = path.join(recordingsFolder(), id, 'made-000001.ts');
  const index = await readFile(path.join(recordingsFolder(), id, 'made.jsonl'), 'utf8');
  const offsets = index.split('\n').flatMap((line) => (line.includes('"keyframe"') ? JSON.parse(line).offset : []));
  const bytes = await readFile(media);
  for (let at = offsets[2] ?? 0; at < (offsets[4] ?? 0); at += 188) bytes.writeUInt32BE(0x47_1f_ff_10, at);
  await writeFile(media, bytes);
  await startExporter();
  const { status, files } = await made((await order('mov', [id], 0, 6)).id);
  expect([status, files.map(({ notes }) => notes)]).toEqual(['done', [['frames_missing']]]);
});

test('a proxy beside each file has its frames, time code and sound, and the name by which editors find it', async () => {
  const id = await recorded({ seconds: 4, width: 1_920, height: 1_080, bFrames: 2, audioTracks: 2 });
  await startExporter();
  const range = { starts_at: new Date(startMs + 1_000), ends_at: new Date(startMs + 3_500) };
  const { id: exportId } = await createExport(user.actor, stream.eventId, {
    ...{ format: 'mov', recording_ids: [id], has_proxies: true },
    ...range,
  });
  const { status, files } = await made(exportId);
  const original = '01 Camera 1 2026-11-27 18-30-01.mov';
  expect(status).toBe('done');
  expect(files).toMatchObject([
    { name: original, folder: '', notes: [] },
    { name: '01 Camera 1 2026-11-27 18-30-01_Proxy.mov', folder: 'Proxy/', archiveName: original, notes: [] },
  ]);
  const row = await db().recordingExport.findUniqueOrThrow({ where: { id: exportId }, include: { event: true } });
  const inArchive = archiveOf(row)?.slices.flatMap((slice) => ('bytes' in slice ? slice.bytes.toString('latin1') : []));
  expect(inArchive?.join('')).toContain(`Proxy/${original}`);
  const [full = '', small = ''] = files.map(({ name }) => path.join(exportFolder(exportId), name));
  const [one, other] = [await probe(full), await probe(small)];
  const described = ({ streams }: Probed) =>
    streams.map(({ codec_type, codec_name, avg_frame_rate, tags }) => [
      ...[codec_type, codec_name, codec_type === 'video' ? avg_frame_rate : null, tags?.timecode],
    ]);
  expect(described(other)).toEqual(described(one));
  expect(other.streams[0]).toMatchObject({ width: 960, height: 540 });
  const times = async (file: string) => (await packetTimes(file, 'v')).toSorted((a, b) => a - b);
  const [fullTimes, smallTimes] = [await times(full), await times(small)];
  expect(smallTimes).toHaveLength(fullTimes.length);
  for (const [index, time] of smallTimes.entries()) {
    expect(Math.abs(time - (smallTimes[0] ?? 0) - ((fullTimes[index] ?? 0) - (fullTimes[0] ?? 0)))).toBeLessThan(0.002);
  }
  const [shown, shownSmall] = [await readBarcodes(full, 1_920), await readBarcodes(small, 960)];
  expect(shownSmall).toEqual(shown);
});

test('HEVC is copied as it is, with the tag that Apple’s players want', async () => {
  const id = await recorded({ seconds: 3, codec: 'libx265' });
  await startExporter();
  const { id: exportId } = await order('mp4', [id]);
  const { files } = await made(exportId);
  const { streams } = await probe(path.join(exportFolder(exportId), files[0]?.name ?? ''));
  expect(streams[0]).toMatchObject({ codec_name: 'hevc', codec_tag_string: 'hvc1' });
});

test.each(['libx264', 'libx265'] as const)(
  'a range that begins where frames before its keyframe need the group before, of %s, has those from the keyframe on',
  async (codec) => {
    const id = await recorded({ seconds: 6, codec, bFrames: 3, isOpenGop: true });
    await startExporter();
    const { id: exportId } = await order('mov', [id], 2.4, 3.4);
    const { status, files } = await made(exportId);
    expect([status, files[0]?.notes]).toEqual(['done', []]);
    const times = await readBarcodes(path.join(exportFolder(exportId), files[0]?.name ?? ''));
    expect(times[0]).toBe(barcodeOf(startMs + 2_000));
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(steps.every((stepMs) => stepMs >= 33 && stepMs <= 34)).toBe(true);
    expect(Math.abs((files[0]?.durationUs ?? 0) - (times.length / 30) * 1e6)).toBeLessThan(1_000);
  },
);

test('a killed exporter’s job is taken up again, and a cancelled one leaves nothing', async () => {
  const id = await recorded({ seconds: 3 });
  const { id: exportId, organizationId } = await order('mp4', [id]);
  // As one that was killed in the middle leaves it.
  await db().recordingExport.update({
    where: { id: exportId },
    data: { status: 'running', leaseOwner: 'killed', leasedUntil: new Date(Date.now() - 1_000), attempts: 1 },
  });
  await mkdir(exportFolder(exportId), { recursive: true });
  await writeFile(path.join(exportFolder(exportId), 'half.mp4'), 'half');
  await startExporter();
  expect(await made(exportId)).toMatchObject({ status: 'done' });
  expect(await readdir(exportFolder(exportId))).toEqual(['01 Camera 1 2026-11-27 18-30-00.mp4']);

  await deleteExport(user.actor, exportId);
  await expect(readdir(exportFolder(exportId))).rejects.toThrow('ENOENT');
  expect(await db().recordingExport.count({ where: { organizationId } })).toBe(0);
});

test('an exporter that has lost its lease leaves the files to the one that has it', async () => {
  const { id: exportId } = await order('ts', [await recorded({ seconds: 1 })]);
  let hasEnded = false;
  class LateQueue extends ExportQueue {
    override async finish(...[claimed, files]: Parameters<ExportQueue['finish']>): Promise<boolean> {
      await db().recordingExport.update({ where: { id: exportId }, data: { leaseOwner: 'another' } });
      hasEnded = true;
      return super.finish(claimed, files);
    }
  }
  const exporter = new Exporter(new LateQueue('late'));
  exporter.start();
  await until('the exporter’s work has ended', () => hasEnded, { timeoutMs });
  await exporter.stop();
  expect(await readdir(exportFolder(exportId))).toHaveLength(1);
});

test('organizations take turns, however many exports one of them has queued', async () => {
  const first = user;
  const id = await recorded({ seconds: 1 });
  for (let count = 0; count < 3; count++) await order('ts', [id]);
  user = await makeUser();
  const { id: eventId } = await makeEvent(user.actor);
  stream = await makeStream(user.actor, { eventId, name: 'Camera 1' });
  const other = await recorded({ seconds: 1 });
  for (let count = 0; count < 2; count++) await order('ts', [other]);
  const queue = new ExportQueue('only');
  const turns: string[] = [];
  for (let claimed = await queue.claim(); claimed; claimed = await queue.claim()) {
    turns.push(claimed.organizationId === first.actor.organizationId ? 'first' : 'other');
    await queue.finish(claimed, []);
    // It has nothing left that would say whose turn it was.
    await deleteExport(claimed.organizationId === first.actor.organizationId ? first.actor : user.actor, claimed.id);
  }
  expect(turns).toEqual(['first', 'other', 'first', 'other', 'first']);
});

test('an export that has ended three exporters is given up', async () => {
  const { id } = await order('mp4', [await recorded({ seconds: 1 })]);
  const left = { status: 'running', leaseOwner: 'killed', leasedUntil: new Date(0), attempts: 3 };
  await db().recordingExport.update({ where: { id }, data: left });
  await startExporter();
  expect(await made(id)).toMatchObject({ status: 'failed', fault: 'gave_up' });
});

test('removes exports that are a day old, and files of none', async () => {
  const { id } = await order('mp4', [await recorded({ seconds: 1 })]);
  const finishedAt = new Date(Date.now() - 25 * 3_600_000);
  await db().recordingExport.update({ where: { id }, data: { status: 'done', finishedAt } });
  const folders = [exportFolder(id), exportFolder(newId())];
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await startExporter();
  await until('the export’s row is gone', async () => (await db().recordingExport.count({ where: { id } })) === 0, {
    timeoutMs,
  });
  await until('the export’s folders are gone', () => folders.every((folder) => !existsSync(folder)), { timeoutMs });
});

test('with a bucket, the files go there and leave the disk, also when the export goes', async () => {
  const server = await S3Server.start();
  onTestFinished(() => server.stop());
  const bucket = new BucketStorage(new Bucket(server.options), 'exports/');
  const id = await recorded({ seconds: 3 });
  await startExporter(server.settings);
  const { id: exportId } = await order('mp4', [id]);
  const { status, files } = await made(exportId);
  expect(status).toBe('done');
  const [file] = files;
  const bytes: Buffer[] = [];
  for await (const chunk of bucket.read(exportId, file?.name ?? '', 0, file?.sizeBytes ?? 0)) bytes.push(chunk);
  expect(crc32(Buffer.concat(bytes))).toBe(file?.crc32);
  expect(existsSync(exportFolder(exportId))).toBe(false);

  const finishedAt = new Date(Date.now() - 25 * 3_600_000);
  await db().recordingExport.update({ where: { id: exportId }, data: { finishedAt } });
  await startExporter(server.settings);
  await until('the bucket has no file of the export', async () => (await bucket.list(exportId)).size === 0, {
    timeoutMs,
  });
});

test('an exporter that is asked to stop in the middle of an upload puts its export back for another one', async () => {
  const server = await S3Server.start();
  onTestFinished(() => server.stop());
  const id = await recorded({ seconds: 3 });
  const drained = await startExporter(server.settings);
  const { id: exportId } = await order('mp4', [id]);
  const row = () => db().recordingExport.findUniqueOrThrow({ where: { id: exportId } });
  await until('the export’s folder is there', () => existsSync(exportFolder(exportId)), { timeoutMs });
  server.suspend();
  await until('the upload has reached the bucket that hangs', async () => (await row()).progress === 1, { timeoutMs });
  // As a drain of its node does.
  drained.process.kill('SIGTERM');
  await drained.exitCode;
  expect(await row()).toMatchObject({ status: 'waiting', leaseOwner: null, attempts: 0 });
  server.resume();
  await startExporter(server.settings);
  expect(await made(exportId)).toMatchObject({ status: 'done', files: [{ name: expect.stringContaining('.mp4') }] });
});

test('says why it fails: nothing in the range, or files that are gone', async () => {
  const id = await recorded({ seconds: 3 });
  await startExporter();
  expect(await made((await order('mp4', [id], 600, 660)).id)).toMatchObject({ fault: 'nothing_recorded' });
  await writeFile(path.join(recordingsFolder(), id, 'made-000001.ts'), Buffer.alloc(2_000_000, 0x47));
  expect(await made((await order('mp4', [id])).id)).toMatchObject({ fault: 'damaged' });
  await rm(path.join(recordingsFolder(), id), { recursive: true });
  expect(await made((await order('mp4', [id])).id)).toMatchObject({ fault: 'nothing_recorded' });
});
