import { execFile } from 'node:child_process';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRecordingLines } from '@/lib/contracts/recording-index';
import { newId } from '@/lib/core/id';
import { openSlices, readThumbnail, recordingsFolder, removeRecordings } from '@/lib/platform/storage/recording-store';
import { readTimeline as readTimelineOf } from '@/lib/use-cases/recordings/read-timeline';
import type { Timeline } from '@/lib/use-cases/recordings/timeline';
import { type Ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { outputProcess, untilGone } from '../../support/product/processes';
import { readIndexes } from '../../support/recordings/recorded-folder';
import { until } from '../../support/until';
import { startEncoder, startWorker, type WorkerProcess } from '../../support/worker/worker-process';

const run = promisify(execFile);
const timeoutMs = 30_000;
const srtLatencyMs = 120;
/** Frames of the test camera. */
const frameUs = 1e6 / 30;

let recordingId: string;
let worker: WorkerProcess;
let encoder: Ffmpeg;

beforeEach(async () => {
  recordingId = newId();
  worker = await startWorker();
  await worker.untilReport(({ ready }) => ready, 'ready');
  encoder = startEncoder(worker);
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
});

afterEach(async () => {
  stopFfmpegs();
  await worker.stop();
  await removeRecordings([recordingId]);
});

const record = (isOn = true) =>
  worker.gateway.answer({
    validForMs: 7_000,
    srtLatencyMs,
    recording: isOn ? { recordingId, folder: folderOf(recordingId) } : null,
  });
const folderOf = (id: string) => path.join(recordingsFolder(), id);
const readTimeline = (): Promise<Timeline> => readTimelineOf({ id: recordingId, offsetMs: 0, endedAt: new Date() });
const recordedSeconds = async () =>
  (await readTimeline()).parts.reduce((sum, { durationUs }) => sum + durationUs / 1e6, 0);
const untilSeconds = (seconds: number) =>
  until(`${seconds} s are recorded`, async () => (await recordedSeconds()) > seconds, { timeoutMs });
const recorderPid = (): number => outputProcess(worker.child.pid ?? 0, 'sightline-recorder');

/**
 * Decodes parts as a player does.
 * @param isWhole false: the last frame may be cut off
 * @returns the presentation times of the frames, in seconds; throws for damage
 */
async function decode({ parts }: Timeline, isWhole = true): Promise<number[]> {
  const slices = parts.flatMap(({ file, from, to, tables, beginsRun }) => [
    ...(beginsRun ? [{ bytes: tables }] : []),
    { file, from, to },
  ]);
  const chunks = [];
  const { sizeBytes, read } = openSlices(recordingId, slices);
  for await (const chunk of read(0, sizeBytes)) chunks.push(chunk);
  const file = path.join(folderOf(recordingId), 'decoded.tmp');
  await writeFile(file, Buffer.concat(chunks));
  const { stdout, stderr } = await run(
    'ffprobe',
    ['-v', 'error', '-select_streams', 'v', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0', file],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  if (isWhole) expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => Number.parseFloat(line));
}

/** The longest step between two frames, in frames. */
const longestStep = (times: number[]): number =>
  Math.max(...times.slice(1).map((time, index) => ((time - (times[index] ?? time)) * 1e6) / frameUs));

test('a thumbnail is made of the first keyframe, and can be read by its time', async () => {
  record();
  const readTimes = async () => (await readTimeline()).thumbnails.map(({ fileUs }) => fileUs);
  await until('there is a thumbnail', async () => (await readTimes()).length > 0, { timeoutMs });
  await untilSeconds(1);
  const [atUs = 0] = await readTimes();
  const [index = ''] = await readIndexes(folderOf(recordingId));
  expect(readRecordingLines(index).find(({ kind }) => kind === 'keyframe')).toMatchObject({ wallUs: atUs });
  const jpeg = await readThumbnail(recordingId, atUs);
  expect(jpeg?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(jpeg?.length).toBeLessThan(20_000);
  expect(await readThumbnail(recordingId, atUs + 1)).toBeNull();
});

test('records what the camera sends, bit by bit in order, and ends in order', async () => {
  record();
  await untilSeconds(13);
  record(false);
  await worker.untilReport(({ recorder }) => recorder === null, 'the end of the recording');
  await until(
    'the index has its last line',
    async () => (await readIndexes(folderOf(recordingId)))[0]?.includes('"end","bytes"') ?? false,
    { timeoutMs },
  );
  const timeline = await readTimeline();
  expect(timeline.format).toMatchObject({ videoCodec: 'h264', audioCodec: 'aac', width: 640, height: 360 });
  expect(new Set(timeline.parts.map(({ file }) => file)).size).toBeGreaterThan(1);
  expect(timeline.parts.filter(({ beginsRun }) => beginsRun)).toHaveLength(1);
  const times = await decode(timeline);
  expect(times.length).toBeGreaterThan(12 * 30);
  expect(longestStep(times)).toBeLessThan(1.5);
  // The capture times lie as far apart as the frames, and are of now.
  const [first, last] = [timeline.parts[0], timeline.parts.at(-1)];
  const recordedUs = (last?.startUs ?? 0) + (last?.durationUs ?? 0) - (first?.startUs ?? 0);
  expect(Math.abs(recordedUs / frameUs - times.length)).toBeLessThan(30);
  expect(Math.abs((last?.startUs ?? 0) / 1_000 - Date.now())).toBeLessThan(60_000);
});

test('its process stops for ten seconds: nothing is missing', async () => {
  record();
  await untilSeconds(2);
  const pid = recorderPid();
  process.kill(pid, 'SIGSTOP');
  await sleep(10_000);
  process.kill(pid, 'SIGCONT');
  await untilSeconds(16);
  const timeline = await readTimeline();
  expect(timeline.parts.filter(({ beginsRun }) => beginsRun)).toHaveLength(1);
  expect(longestStep(await decode(timeline))).toBeLessThan(1.5);
});

test('its process is killed: another one goes on, and at most a second is missing', async () => {
  record();
  await untilSeconds(4);
  process.kill(recorderPid(), 'SIGKILL');
  await untilSeconds(10);
  expect(longestStep(await decode(await readTimeline()))).toBeLessThan(30);
  expect(worker.signals().at(-1)).toBe('live');
});

test.each<[string, (recorder: number) => void]>([
  ['the worker', () => undefined],
  ['worker and recorder at once', (recorder) => process.kill(recorder, 'SIGKILL')],
])(
  'kill -9 of %s: at most a second is missing, and a last segment that is cut off spoils no other',
  async (_, alsoKill) => {
    record();
    await untilSeconds(5);
    const pid = recorderPid();
    worker.child.kill('SIGKILL');
    alsoKill(pid);
    const killedMs = Date.now();
    await untilGone([pid], 10_000);
    const whole = await readTimeline();
    const recorded = await decode(whole, false);
    const recordedMs = ((recorded.at(-1) ?? 0) - (recorded[0] ?? 0)) * 1_000;
    // SRT holds back that much of what has arrived.
    expect(killedMs - srtLatencyMs - ((whole.parts[0]?.startUs ?? 0) / 1_000 + recordedMs)).toBeLessThan(1_000);

    const last = whole.parts.at(-1);
    if (!last) throw new Error('Nothing was recorded');
    await truncate(path.join(folderOf(recordingId), last.file), last.from + 100);
    const timeline = await readTimeline();
    const times = await decode({ ...timeline, parts: timeline.parts.slice(0, -1) });
    expect(times.length).toBeGreaterThan(3 * 30);
    expect(longestStep(times)).toBeLessThan(1.5);
    const text = await readFile(path.join(folderOf(recordingId), last.file.replace(/-\d{6}\.ts$/, '.jsonl')), 'utf8');
    expect(text.length).toBeGreaterThan(0);
  },
);

test('the camera comes back: its recording goes on in a run of its own', async () => {
  record();
  await untilSeconds(2);
  encoder.child.kill('SIGINT');
  await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  // The encoder is away for a while.
  await sleep(1_500);
  startEncoder(worker);
  await worker.untilReport(({ signal }) => signal === 'live', 'live again');
  await until(
    'the recording has a second run',
    async () => (await readTimeline()).parts.filter(({ beginsRun }) => beginsRun).length === 2,
    { timeoutMs },
  );
  const [, second] = (await readTimeline()).parts.filter(({ beginsRun }) => beginsRun);
  const before = (await readTimeline()).parts.findLast((part) => part.startUs < (second?.startUs ?? 0));
  // The gap is on the clock.
  expect((second?.startUs ?? 0) - ((before?.startUs ?? 0) + (before?.durationUs ?? 0))).toBeGreaterThan(1e6);
});
