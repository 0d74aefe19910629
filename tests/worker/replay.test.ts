import { appendFile, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ReplayTask } from '@/lib/contracts/worker-protocol';
import { newId } from '@/lib/core/id';
import { log } from '@/lib/platform/log';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { ReplaySource } from '@/server/worker/sources/replay/replay-source';
import { generousLimits } from '../support/program/made-camera';
import { ProgramViewer } from '../support/program/program-viewer';
import { makeRecording } from '../support/recordings/make-recording';
import { until } from '../support/until';

const recordingId = newId();
const startMs = Date.now() - 60_000;
const fps = 30;
const patience = { timeoutMs: 60_000 };

let viewer: ProgramViewer;
let source: ReplaySource;
let ending: AbortController;
let running: Promise<void>;
let commands = 0;

beforeAll(async () => {
  await makeRecording({ recordingId, startMs, seconds: 2, fps, gopSeconds: 0.5, bFrames: 2 });
}, 60_000);

beforeEach(() => {
  viewer = new ProgramViewer();
  source = new ReplaySource(
    { kind: 'replay', name: 'Replay' },
    {
      address: { host: '127.0.0.1', inputPort: 0, outputPort: 0, controlPort: 0 },
      livekitUrl: '',
      limits: generousLimits,
      log,
      getRoomToken: () => Promise.reject(new Error('It is asked for no room')),
      reportNow: () => undefined,
    },
    { width: 320, height: 180 },
  );
  ending = new AbortController();
  running = source.run(viewer, ending.signal);
});

afterEach(async () => {
  ending.abort();
  await running;
  viewer.close();
});

const frameMs = (frame: number): number => Math.round((frame * 1_000) / fps);
const folderOf = (id: string) => path.join(recordingsFolder(), id);

/** A clip of the recording, from frame to frame. */
const clipOf = (from: number, to: number, folder = folderOf(recordingId)): ReplayTask['clip'] => ({
  cue: newId(),
  folder,
  fromMs: startMs + frameMs(from),
  toMs: startMs + frameMs(to),
});

function command(clip: ReplayTask['clip'], state: ReplayTask['state'], speed: ReplayTask['speed'] = 1): void {
  source.replay({ fps, clip, state, speed, sinceMs: Date.now() + commands++ });
}

/** The number of the recording's frame that a frame shows; null for the slate. */
const frameOf = ({ capturedMs }: { capturedMs: number | null }): number | null =>
  capturedMs === null ? null : Math.round(((capturedMs - startMs) * fps) / 1_000);
const shown = () => viewer.frames.map(frameOf);
const shows = (frame: number) => until(`frame ${frame} is shown`, () => shown().at(-1) === frame, patience);

/** How often each frame is shown in a row. */
function runsOf(frames: readonly (number | null)[]): [frame: number | null, times: number][] {
  const runs: [number | null, number][] = [];
  for (const frame of frames) {
    const last = runs.at(-1);
    if (last?.[0] === frame) last[1]++;
    else runs.push([frame, 1]);
  }
  return runs;
}

test('clips are cued on their first frame and played slowly, in one stream without an end', {
  timeout: 180_000,
}, async () => {
  source.replay({ fps, clip: null, state: 'cued', speed: 1, sinceMs: 0 });
  await until('the slate is shown', () => viewer.frames.length > 3, patience);
  expect(shown().every((frame) => frame === null)).toBe(true);
  let isExact = false;
  // A busy machine decodes late, and leaves frames out.
  const playsExactly = async () => {
    const clip = clipOf(20, 30);
    command(clip, 'cued');
    await shows(20);
    const from = viewer.frames.length;
    command(clip, 'playing', 0.25);
    await shows(30);
    const runs = runsOf(shown().slice(from));
    const frames = runs.map(([frame]) => frame ?? Number.NaN);
    expect(frames).toEqual(frames.toSorted((one, other) => one - other));
    const between = runs.slice(1, -1);
    isExact ||= between.length === 9 && between.every(([, times]) => times === 4);
    return isExact;
  };
  await until('each frame is shown four times', playsExactly, patience);
  // The last frame stays until the next clip is there.
  const from = viewer.frames.length;
  const next = clipOf(40, 50);
  command(next, 'cued');
  await shows(40);
  expect(new Set(shown().slice(from))).toEqual(new Set([30, 40]));
  command(next, 'playing', 0.5);
  await until('it moves', () => (shown().at(-1) ?? 0) > 42, patience);
  command(next, 'paused', 0.5);
  const paused = viewer.frames.length;
  command(next, 'playing', 1);
  await shows(50);
  expect(shown()[paused]).toBeGreaterThan(42);
  command(next, 'cued');
  await shows(40);
  expect(viewer.connections).toBe(1);
  for (const [index, { atMs }] of viewer.frames.entries()) {
    const before = viewer.frames[index - 1];
    // Whole frames: a busy machine leaves some out.
    if (before) expect(Math.abs(((((atMs - before.atMs) * fps) / 1_000 + 0.5) % 1) - 0.5)).toBeLessThan(0.05);
  }
  expect(source.fileFault).toBeUndefined();
});

test('a clip of a recording that goes on is played up to its end as it comes', { timeout: 120_000 }, async () => {
  const id = newId();
  const [whole, growing] = [folderOf(recordingId), folderOf(id)];
  onTestFinished(() => rm(growing, { recursive: true }));
  await mkdir(growing);
  const bytes = await readFile(path.join(whole, 'made-000001.ts'));
  const lines = (await readFile(path.join(whole, 'made.jsonl'), 'utf8')).split('\n');
  const keyframes = lines.flatMap((line) =>
    line.includes('"keyframe"') ? [JSON.parse(line) as { offset: number }] : [],
  );
  const middle = keyframes[2]?.offset ?? 0;
  const cut = lines.findIndex((line) => line.includes(`"offset":${middle},`));
  await writeFile(path.join(growing, 'made-000001.ts'), bytes.subarray(0, middle));
  await writeFile(path.join(growing, 'made.jsonl'), `${lines.slice(0, cut).join('\n')}\n`);
  const clip = clipOf(10, 50, growing);
  command(clip, 'cued');
  await shows(10);
  command(clip, 'playing');
  await until('it waits for more', () => (shown().at(-1) ?? 0) >= 25, patience);
  await appendFile(path.join(growing, 'made-000001.ts'), bytes.subarray(middle));
  await appendFile(path.join(growing, 'made.jsonl'), lines.slice(cut).join('\n'));
  await shows(50);
  expect(viewer.connections).toBe(1);
});

test('a clip that cannot be read leaves the one before, and says so', { timeout: 120_000 }, async () => {
  command(clipOf(5, 10), 'cued');
  await shows(5);
  const gone = clipOf(5, 10, folderOf(newId()));
  command(gone, 'cued');
  await until('it is missed', () => source.fileFault === 'unreadable', patience);
  expect(shown().at(-1)).toBe(5);
  const id = newId();
  onTestFinished(() => rm(folderOf(id), { recursive: true }));
  await mkdir(folderOf(id));
  for (const name of ['made-000001.ts', 'made.jsonl']) {
    await copyFile(path.join(folderOf(recordingId), name), path.join(folderOf(id), name));
  }
  command(clipOf(15, 20, folderOf(id)), 'playing');
  await shows(20);
  expect(source.fileFault).toBeUndefined();
});
