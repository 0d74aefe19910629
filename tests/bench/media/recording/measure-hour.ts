import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RecordingLine, readRecordingLines } from '@/lib/contracts/recording-index';
import { parseJson } from '@/lib/core/parse-json';
import { messageFrame, noteFrame, tablesFrame } from '@/server/worker/feed/feed-frames';
import { OutputProcess } from '@/server/worker/outputs/process/output-process';
import type { RecorderNote } from '@/server/worker/outputs/recorder/recorded-stream';
import type { RecorderTask } from '@/server/worker/outputs/recorder/recorder';
import { makeRecording } from '../../../support/recordings/make-recording';
import { readTimeline } from '../../../support/recordings/recorded-folder';
import { readKeyframes } from '../../../support/recordings/recorded-times';
import { head, load, row } from '../../support/table';

const cameraCount = 8;
const minute = { seconds: 60, width: 1280, height: 720, bitrateKbps: 4_000 };
const repeats = 59;
const seconds = minute.seconds * (repeats + 1);
/** From one camera to the next: their clocks drift apart by half a second in the hour, and readings jump. */
const driftStep = 20e-6;
const jitterUs = 10_000;
/** A recorder drops packets once 96 MB wait. */
const maxAheadBytes = 24 * 1024 * 1024;
const messageBytes = 188 * 64;
const endParts = 10;

type Keyframe = Extract<RecordingLine, { kind: 'keyframe' }>;

interface Source {
  file: string;
  tables: Buffer;
  keyframes: Keyframe[];
  sizeBytes: number;
  lastPts: number | null;
}

/** Sends an hour of eight cameras through recorders, index and timeline, as fast as the disk takes it. */
export async function measureHour(folder: string): Promise<void> {
  await makeRecording({ recordingId: 'source', startMs: Date.now() - seconds * 1_000, repeats, ...minute });
  const source = await readSource(path.join(folder, 'source'));
  const startMs = performance.now();
  const cameras = Array.from({ length: cameraCount }, (_, index) => ({
    folder: path.join(folder, `hour-${index}`),
    drift: (index - (cameraCount - 1) / 2) * driftStep,
  }));
  await Promise.all(cameras.map((camera) => record(camera, source)));
  const tookSeconds = (performance.now() - startMs) / 1_000;
  head(`an hour of ${cameraCount} cameras`, 'seconds', '× real time', 'GB', 'load');
  const gigabytes = (source.sizeBytes * cameraCount) / 1e9;
  row('recorded', tookSeconds.toFixed(0), (seconds / tookSeconds).toFixed(0), gigabytes.toFixed(1), load());
  head('an hour of a camera, by its clock', 'breaks', 'bytes missing', 'begin, ms', 'end, ms', 'worst, ms', 'load');
  for (const camera of cameras) await reportErrors(camera, source);
  for (const name of ['source', ...cameras.map((camera) => path.basename(camera.folder))]) {
    await rm(path.join(folder, name), { recursive: true });
  }
}

interface Camera {
  folder: string;
  /** By how much its clock is too slow: seconds a second. */
  drift: number;
}

/** When a camera captured a keyframe, in microseconds since 1970. */
function capturedUs({ drift }: Camera, { keyframes }: Source, index: number): number {
  const beganUs = keyframes[0]?.wallUs ?? 0;
  return beganUs + ((keyframes[index]?.wallUs ?? 0) - beganUs) * (1 + drift);
}

async function readSource(folder: string): Promise<Source> {
  const lines = readRecordingLines(await readFile(path.join(folder, 'made.jsonl'), 'utf8'));
  const [segment] = lines.flatMap((line) => (line.kind === 'segment' ? line : []));
  const [end] = lines.flatMap((line) => (line.kind === 'end' ? line : []));
  if (!segment || !end) throw new Error('The hour was not made.');
  return {
    file: path.join(folder, segment.file),
    tables: Buffer.from(segment.tables, 'base64'),
    keyframes: lines.flatMap((line) => (line.kind === 'keyframe' ? line : [])),
    sizeBytes: end.bytes,
    lastPts: end.lastPts,
  };
}

/** Has a recorder's process record the source, in which nothing but the pace is not as from a worker. */
async function record(camera: Camera, source: Source): Promise<void> {
  const name = path.basename(camera.folder);
  let savedBytes = 0;
  const recorder = new OutputProcess('recorder.mjs', (line) => {
    const state = parseJson(line) as { sizeBytes: number; fault: string | null };
    if (state.fault !== null) throw new Error(`${name}: ${state.fault}`);
    savedBytes = state.sizeBytes;
  });
  const task: RecorderTask = { workerId: name, folder: camera.folder, name, maxBytes: null };
  const ended = recorder.run(task);
  const tell = (note: RecorderNote) => recorder.write(noteFrame(note));
  await recorder.write(tablesFrame(source.tables));
  const { width, height } = minute;
  await tell({ kind: 'format', format: { videoCodec: 'h264', audioCodec: 'aac', width, height } });
  const input = await open(source.file);
  let sentBytes = 0;
  for (const [index, { offset, pts }] of source.keyframes.entries()) {
    while (sentBytes - savedBytes > maxAheadBytes) await sleep(10);
    const wallUs = Math.round(capturedUs(camera, source, index) + (Math.random() - 0.5) * 2 * jitterUs);
    await tell({ kind: 'keyframe', keyframe: { pts, wallUs, clock: 'sent', arrivedUs: wallUs, isBreak: index === 0 } });
    const length = (source.keyframes[index + 1]?.offset ?? source.sizeBytes) - offset;
    const { buffer } = await input.read(Buffer.alloc(length), 0, length, offset);
    for (let from = 0; from < length; from += messageBytes) {
      await recorder.write(messageFrame(buffer.subarray(from, from + messageBytes), from === 0 ? 0 : null));
    }
    sentBytes += length;
  }
  await input.close();
  await tell({ kind: 'end', lastPts: source.lastPts });
  const status = await ended;
  await recorder.end();
  if (status !== 0) throw new Error(`${name} has ended with ${status}`);
}

/** Prints what is missing of a camera's hour, and how wrong its times are. */
async function reportErrors(camera: Camera, source: Source): Promise<void> {
  const { parts } = await readTimeline(camera.folder);
  const errorsMs = parts.map(({ startUs }, index) => Math.abs(startUs - capturedUs(camera, source, index)) / 1_000);
  const worst = (some: number[]) => Math.max(...some).toFixed(1);
  const { keyframes, sizeBytes } = source;
  const missing = sizeBytes - (keyframes[0]?.offset ?? 0) - parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const breaks = parts.filter(({ beginsRun }) => beginsRun).length - 1 + Math.abs(keyframes.length - parts.length);
  await requireFrames(camera, source, parts.slice(0, endParts), 0);
  await requireFrames(camera, source, parts.slice(-endParts), parts.length - endParts);
  const drift = `${(camera.drift * 1e6).toFixed(0)} ppm`;
  row(
    drift,
    breaks,
    missing,
    worst(errorsMs.slice(0, endParts)),
    worst(errorsMs.slice(-endParts)),
    worst(errorsMs),
    load(),
  );
}

/** Checks by their barcodes that parts are the frames that they should be. @param first the index of the first one */
async function requireFrames(
  { folder }: Camera,
  { keyframes }: Source,
  parts: Parameters<typeof readKeyframes>[1],
  first: number,
): Promise<void> {
  const drawn = await readKeyframes(folder, parts, minute.width);
  const beganMs = Math.round((keyframes[0]?.wallUs ?? 0) / 1_000) % 2 ** 32;
  for (const [index, time] of drawn.entries()) {
    const expected = beganMs + ((first + index) % minute.seconds) * 1_000;
    if (Math.abs(time - expected) > 1) throw new Error(`${folder}: frame ${time} in place of ${expected}`);
  }
}
