import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '@/lib/auth/actor';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { exportFolder } from '@/lib/platform/storage/export-folder';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { createExport } from '@/lib/use-cases/recordings/exports/exports';
import { filesOf } from '@/lib/use-cases/recordings/exports/serialize-export';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { makeEvent, makeStream, makeUser } from '../support/api/factories';
import { type Program, startProgram } from '../support/product/program';
import { makeRecording, type RecordingOptions, readBarcodes } from '../support/recordings/make-recording';
import { until } from '../support/until';

const run = promisify(execFile);
const startMs = Date.UTC(2026, 10, 27, 18, 30, 0);
const fps = 30;
const frameMs = 1_000 / fps;
const seconds = 12;

let exporter: Program;

beforeAll(async () => {
  await bundlePrograms();
  exporter = await startProgram('exporter', {
    DATABASE_URL: databaseEnv().DATABASE_URL,
    RECORDINGS_DIR: recordingsFolder(),
  });
}, 120_000);
afterAll(async () => {
  exporter.process.kill('SIGKILL');
  await exporter.exitCode;
});

interface Show {
  actor: Actor;
  eventId: string;
  organizationId: string;
  cameras: { streamId: string; recordingId: string; beganMs: number }[];
}

async function makeShow(cameras: Partial<RecordingOptions>[]): Promise<Show> {
  const { actor } = await makeUser();
  const { id: eventId, organizationId } = await makeEvent(actor, 'Gala');
  const made = cameras.map(async (options, index) => {
    const { id: streamId } = await makeStream(actor, { eventId, name: `Camera ${index + 1}` });
    const recordingId = newId();
    // Each began at another time, between two frames of the others.
    const beganMs = startMs + index * 107;
    await makeRecording({ recordingId, startMs: beganMs, seconds, fps, ...options });
    const row = { id: recordingId, organizationId, eventId, streamId, cameraName: `Camera ${index + 1}` };
    const [startedAt, endedAt] = [new Date(beganMs), new Date(beganMs + seconds * 1_000)];
    await db().recording.create({ data: { ...row, startedAt, endedAt } });
    return { streamId, recordingId, beganMs };
  });
  return { actor, eventId, organizationId, cameras: await Promise.all(made) };
}

/** @param cuts moments after the start, in milliseconds, and which cameras are on air from then on */
async function exportProgram({ actor, eventId, organizationId, cameras }: Show, cuts: [ms: number, on: number[]][]) {
  await db().tallyChange.createMany({
    data: cuts.map(([ms, on]) => ({
      id: newId(),
      organizationId,
      eventId,
      occurredAt: new Date(startMs + ms),
      programIds: on.map((index) => cameras[index]?.streamId ?? ''),
    })),
  });
  const recordingIds = cameras.map(({ recordingId }) => recordingId);
  const { id } = await createExport(actor, eventId, { format: 'program', recording_ids: recordingIds });
  const row = () => db().recordingExport.findUniqueOrThrow({ where: { id } });
  await until('the export has ended', async () => ['done', 'failed'].includes((await row()).status), {
    timeoutMs: 60_000,
  });
  const { fault, files: stored } = await row();
  const files = filesOf({ files: stored });
  return { id, fault, files, file: path.join(exportFolder(id), files[0]?.name ?? '') };
}

/** How many frames of an export were encoded, by the exporter's log: its line may come after the row is done. */
async function readEncodedFrames(exportId: string): Promise<number> {
  const find = () =>
    exporter
      .output()
      .split('\n')
      .find((line) => line.includes(exportId) && line.includes('program joined'));
  await until('the log of the export is there', () => find() !== undefined, { timeoutMs: 20_000 });
  return Number(find()?.match(/encodedFrames\W+(\d+)/)?.[1]);
}

interface Frame {
  /** When it is shown, in milliseconds since the file's begin. */
  atMs: number;
  isKey: boolean;
}

/** The frames of a file, in the order of display. Fails where a decoder complains. */
async function readFrames(file: string): Promise<Frame[]> {
  const entries = ['-show_entries', 'frame=pts_time,key_frame', '-of', 'json'];
  const { stdout, stderr } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v:0', ...entries, file]);
  expect(stderr, 'of the decoder').toBe('');
  const { frames } = JSON.parse(stdout) as { frames: { pts_time: string; key_frame: number }[] };
  return frames.map(({ pts_time, key_frame }) => ({ atMs: Number(pts_time) * 1_000, isKey: key_frame === 1 }));
}

/** Each stretch in which the sound is silent, in seconds. */
async function readSilence(file: string): Promise<number[][]> {
  const { stderr } = await run('ffmpeg', ['-i', file, '-map', '0:a', '-af', 'silencedetect=d=0.3', '-f', 'null', '-']);
  return [...stderr.matchAll(/silence_start: ([\d.-]+)[\s\S]*?silence_end: ([\d.]+)/g)].map(([, from, to]) => [
    Number(from),
    Number(to),
  ]);
}

const cuts = [1_013, 2_507, 3_111, 4_875, 6_000, 7_333, 8_049, 9_901];
const endMs = 11_500;

test('the live cut as one MP4 changes cameras where tally did, within a frame, and copies whole groups', async () => {
  const show = await makeShow([{}, { bFrames: 2 }, { audioTracks: 0 }]);
  // Camera 3 has another encoder's settings, and no sound. At 6000 another camera joins, which changes nothing.
  const on = (cut: number): number[] => (cut === 4 ? [0, 2] : [cut === 3 ? 0 : cut % 3]);
  const { id, files, file, fault } = await exportProgram(show, [
    ...cuts.map((ms, cut): [number, number[]] => [ms, on(cut)]),
    [endMs, []],
  ]);
  expect(fault).toBeNull();
  expect(files).toMatchObject([{ name: 'Gala 2026-11-27 18-30-01.mp4', cameraName: '' }]);

  const frames = await readFrames(file);
  const times = (await readBarcodes(file)).map((time) => time - (startMs % 2 ** 32));
  expect(times).toHaveLength(frames.length);
  // Each frame is shown at the moment at which it was captured, so each side of each cut is right.
  const first = cuts[0] ?? 0;
  for (const [index, { atMs }] of frames.entries()) {
    const capturedMs = times[index] ?? Number.NaN;
    expect(Math.abs(capturedMs - first - atMs), `frame ${index} at ${Math.round(atMs)}`).toBeLessThanOrEqual(frameMs);
  }
  // The camera is known by the phase of its frames.
  const cameraOf = (time: number) =>
    show.cameras.findIndex(({ beganMs }) => {
      const frame = (time - (beganMs - startMs)) / frameMs;
      return Math.abs(frame - Math.round(frame)) * frameMs < 2;
    });
  for (const [cut, ms] of cuts.entries()) {
    const shown = times.findIndex((time) => time >= ms);
    expect(cameraOf(times[shown] ?? 0), `after cut ${cut}`).toBe(on(cut)[0]);
    expect((times[shown] ?? 0) - ms, `after cut ${cut}`).toBeLessThanOrEqual(frameMs + 1);
    if (cut > 0) expect(cameraOf(times[shown - 1] ?? 0), `before cut ${cut}`).toBe(on(cut - 1)[0]);
    if (cut > 0) expect(ms - (times[shown - 1] ?? 0), `before cut ${cut}`).toBeLessThanOrEqual(frameMs * 2);
  }
  // At most the rest of a group after each cut, and one that is left between frames in another order.
  const encodedFrames = await readEncodedFrames(id);
  expect(encodedFrames).toBeGreaterThan(0);
  expect(encodedFrames).toBeLessThan(frames.length * 0.75);
  const silent = await readSilence(file);
  const expected = [2, 5].map((cut) => [cuts[cut] ?? 0, cuts[cut + 1] ?? endMs].map((ms) => (ms - first) / 1_000));
  expect(silent).toHaveLength(expected.length);
  for (const [index, range] of expected.entries()) {
    for (const side of [0, 1]) expect(silent[index]?.[side]).toBeCloseTo(range[side] ?? 0, 1);
  }
}, 120_000);

test('a camera of another size or codec is encoded into the program’s format', async () => {
  const show = await makeShow([{}, { width: 640, height: 360 }, { codec: 'libx265' }]);
  const { file, fault } = await exportProgram(show, [
    [500, [0]],
    [5_250, [1]],
    [7_250, [2]],
    [9_250, []],
  ]);
  expect(fault).toBeNull();
  const frames = await readFrames(file);
  const times = (await readBarcodes(file)).map((time) => time - (startMs % 2 ** 32));
  for (const [index, { atMs }] of frames.entries()) {
    expect(Math.abs((times[index] ?? Number.NaN) - 500 - atMs), `frame ${index}`).toBeLessThanOrEqual(frameMs);
  }
  expect(frames.length).toBeGreaterThan(8.7 * fps - 6);
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file]);
  const { streams } = JSON.parse(stdout) as { streams: object[] };
  expect(streams[0]).toMatchObject({ codec_name: 'h264', width: 320, height: 180 });
}, 120_000);

test('cameras whose frames before a keyframe need the group before lose none, and none at a cut', async () => {
  const open = { bFrames: 3, isOpenGop: true, seconds: 6 };
  const show = await makeShow([open, { ...open, codec: 'libx265' }]);
  const { file, fault, files } = await exportProgram(show, [
    [520, [0]],
    [2_520, [1]],
    [3_800, [0]],
    [5_400, []],
  ]);
  expect([fault, files[0]?.notes]).toEqual([null, []]);
  const frames = await readFrames(file);
  const times = await readBarcodes(file);
  expect(times).toHaveLength(frames.length);
  const [firstMs = 0] = times;
  for (const [index, { atMs }] of frames.entries()) {
    const capturedMs = times[index] ?? Number.NaN;
    expect(Math.abs(capturedMs - firstMs - atMs + (frames[0]?.atMs ?? 0)), `frame ${index}`).toBeLessThan(3);
  }
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(steps.filter((stepMs) => stepMs > frameMs + 2).length, 'steps over a cut').toBeLessThanOrEqual(2);
}, 120_000);

test('says that nobody was on air', async () => {
  const { fault } = await exportProgram(await makeShow([{}]), [[500, []]]);
  expect(fault).toBe('nothing_on_air');
});
