import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportFault } from '@/lib/contracts/imports';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { importsFolder } from '@/lib/platform/storage/import-store';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { getTimeline } from '@/lib/use-cases/recordings/get-timeline';
import { deleteImport } from '@/lib/use-cases/recordings/imports';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { makeEvent, makeUser, type SignedInUser } from '../support/api/factories';
import { type Program, startProgram } from '../support/product/program';
import { uploadFile } from '../support/recordings/upload-file';
import { until } from '../support/until';

const run = promisify(execFile);
const timeoutMs = 60_000;

let user: SignedInUser;
let eventId: string;
let folder: string;
let exporters: Program[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-import-'));
  await bundlePrograms();
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  user = await makeUser();
  eventId = (await makeEvent(user.actor)).id;
});
afterEach(async () => {
  for (const { process: child, exitCode } of exporters) {
    child.kill('SIGKILL');
    await exitCode;
  }
  exporters = [];
});

async function startExporter(): Promise<Program> {
  const settings = { DATABASE_URL: databaseEnv().DATABASE_URL, RECORDINGS_DIR: recordingsFolder(), LOG_LEVEL: 'debug' };
  const exporter = await startProgram('exporter', settings);
  exporters.push(exporter);
  return exporter;
}

/** A file that ffmpeg makes of a test picture. */
async function made(name: string, options: string[], length = seconds): Promise<string> {
  const file = path.join(folder, name);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${length}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${length}`];
  await run('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, ...options, file]);
  return file;
}

const seconds = 2;
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];

/** Notes in a file that it was filmed upright, as phones do. */
async function turned(file: string): Promise<string> {
  const bytes = await readFile(file);
  const one = [0, 1, 0, 0];
  const zero = [0, 0, 0, 0];
  const matrix = (a: number[], b: number[], c: number[], d: number[]) => Buffer.from([a, b, zero, c, d].flat());
  const at = bytes.indexOf(matrix(one, zero, zero, one), bytes.indexOf('tkhd'));
  matrix(zero, one, [255, 255, 0, 0], zero).copy(bytes, at);
  await writeFile(file, bytes);
  return file;
}

const upload = (bytes: Buffer, name = 'Clip.mp4') => uploadFile(user.actor, eventId, bytes, name);

const rowOf = (id: string) => db().recordingImport.findUniqueOrThrow({ where: { id } });

async function ended(id: string) {
  await until('the upload has ended', async () => ['done', 'failed'].includes((await rowOf(id)).status), { timeoutMs });
  return rowOf(id);
}

const isThere = async (parent: string, id: string) => (await readdir(parent).catch((): string[] => [])).includes(id);

async function expectNothingLeft(id: string): Promise<void> {
  expect(await db().recording.findUnique({ where: { id } })).toBeNull();
  await until('nothing of it is on the disk', async () =>
    [await isThere(importsFolder(), id), await isThere(recordingsFolder(), id)].every((there) => !there),
  );
}

/** Reads by ffprobe what is in the recording's segments. */
async function probed(id: string) {
  const parent = path.join(recordingsFolder(), id);
  const segments = (await readdir(parent)).filter((name) => name.endsWith('.ts')).toSorted();
  const joined = path.join(folder, `${id}.ts`);
  await writeFile(joined, Buffer.concat(await Promise.all(segments.map((name) => readFile(path.join(parent, name))))));
  const asked = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', joined];
  const { stdout } = await run('ffprobe', asked, { maxBuffer: 1e7 });
  interface Stream {
    codec_name: string;
    width?: number;
    height?: number;
    sample_rate?: string;
    nb_read_frames: string;
  }
  const { streams } = JSON.parse(stdout) as { streams: Stream[] };
  const [video, audio] = ['h264', 'aac'].map((codec) => streams.find(({ codec_name }) => codec_name === codec));
  return { video, audio, frames: Number(video?.nb_read_frames), segments: segments.length };
}

test('files of cameras, phones and browsers become recordings that the timeline plays', {
  timeout: 120_000,
}, async () => {
  const files = [
    await made('copied.mp4', [...h264, '-g', '25', '-bf', '2']),
    await made('web.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus']),
    await turned(await made('turned.mov', [...h264, '-g', '25'])),
    await made('silent.mkv', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-an']),
  ];
  await startExporter();
  const ids: string[] = [];
  for (const file of files) ids.push(await upload(await readFile(file), path.basename(file)));
  for (const [index, id] of ids.entries()) {
    const name = path.basename(files[index] ?? '');
    expect(await ended(id), name).toMatchObject({ status: 'done', fault: null, progress: 1 });
    const { cameraName, startedAt, endedAt, sizeBytes } = await db().recording.findUniqueOrThrow({ where: { id } });
    expect(cameraName).toBe(path.parse(name).name);
    const lengthMs = (endedAt?.getTime() ?? 0) - startedAt.getTime();
    expect(lengthMs, name).toBeGreaterThan(seconds * 1_000 - 150);
    expect(lengthMs, name).toBeLessThan(seconds * 1_000 + 300);
    const { video, audio, frames } = await probed(id);
    expect(frames, name).toBeGreaterThanOrEqual(seconds * 25 - 2);
    expect(video, name).toMatchObject(index === 2 ? { width: 180, height: 320 } : { width: 320, height: 180 });
    if (index < 3) expect(audio, name).toMatchObject({ codec_name: 'aac', sample_rate: '48000' });
    else expect(audio).toBeUndefined();
    const { parts, format, thumbnails } = await getTimeline(user.actor, id);
    expect(parts.length, name).toBeGreaterThan(0);
    expect(format, name).toMatchObject({ video_codec: 'h264', width: video?.width });
    expect(thumbnails.length, name).toBe(1);
    expect(Number(sizeBytes)).toBeGreaterThan(10_000);
    expect(await isThere(importsFolder(), id), name).toBe(false);
  }
});

test('files that are no videos, and hostile ones, are refused with a sentence and leave nothing', {
  timeout: 120_000,
}, async () => {
  const secret = path.join(folder, 'secret.ts');
  await writeFile(secret, await readFile(await made('other.ts', [...h264, '-g', '25'], 1)));
  const whole = await readFile(await made('whole.mp4', [...h264, '-movflags', '+faststart'], 6));
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`;
  const cases: [string, Buffer, ImportFault][] = [
    ['a playlist of HLS', Buffer.from(playlist), 'not_video'],
    ['a list of files', Buffer.from(`ffconcat version 1.0\nfile '${secret}'\n`), 'not_video'],
    ['an archive of nothing', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000_000)]), 'not_video'],
    ['a file whose index is missing', (await readFile(await made('late.mp4', h264))).subarray(0, 20_000), 'not_video'],
    ['a file that ends early', whole.subarray(0, Math.round(whole.length / 2)), 'cut_off'],
    ['sound alone', await readFile(await made('sound.mp4', ['-vn', '-c:a', 'aac'])), 'no_video'],
    ['thirteen hours', await readFile(await longFile()), 'too_long'],
  ];
  await startExporter();
  for (const [what, bytes, fault] of cases) {
    const id = await upload(bytes);
    expect(await ended(id), what).toMatchObject({ status: 'failed', fault });
    await expectNothingLeft(id);
  }
});

/** A frame each ten minutes. */
async function longFile(): Promise<string> {
  const file = path.join(folder, 'long.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=1/600'];
  await run('ffmpeg', ['-v', 'error', '-y', ...picture, '-frames:v', '80', ...h264, file]);
  return file;
}

test('an exporter that is killed in the middle leaves the upload to another, and a cancelled one leaves nothing', {
  timeout: 120_000,
}, async () => {
  // MPEG-4 Part 2 has to be encoded, which takes a while.
  const short = await made('short.avi', ['-s', '1280x720', '-c:v', 'mpeg4', '-q:v', '5', '-c:a', 'pcm_s16le']);
  const slow = path.join(folder, 'slow.avi');
  await run('ffmpeg', ['-v', 'error', '-y', '-stream_loop', '39', '-i', short, '-c', 'copy', slow]);
  const file = await readFile(slow);
  const first = await startExporter();
  const id = await upload(file, 'slow.avi');
  await until('it is being converted', () => isThere(path.join(importsFolder(), id), 'recording'), { timeoutMs });
  first.process.kill('SIGKILL');
  await first.exitCode;
  // Its lease would end by itself.
  await db().recordingImport.update({ where: { id }, data: { leasedUntil: new Date(0) } });
  await startExporter();
  await until('another one goes on', async () => (await rowOf(id)).attempts === 2, { timeoutMs });
  expect(await isThere(recordingsFolder(), id)).toBe(false);
  await deleteImport(user.actor, id);
  await expectNothingLeft(id);
});
