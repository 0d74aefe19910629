import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Ffmpeg, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { forwardTo, openRouter, type TestRouter } from '../../support/gateway/router';
import { until } from '../../support/until';
import { startEncoder, startWorker, type WorkerProcess } from '../../support/worker/worker-process';

const run = promisify(execFile);
let worker: WorkerProcess;
let encoder: Ffmpeg;
let view: TestRouter;
const viewers: Ffmpeg[] = [];

beforeAll(async () => {
  worker = await startWorker();
  await worker.untilReport(({ ready }) => ready, 'ready');
  encoder = startEncoder(worker);
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
  const { host, outputPort: port } = worker.spec.address;
  view = await openRouter('view', () => forwardTo(port, 'stream', host));
});

afterEach(async () => {
  for (const viewer of viewers.splice(0)) {
    viewer.child.kill('SIGKILL');
    await viewer.ended;
  }
  view.router.closeStream('stream');
});

afterAll(async () => {
  stopFfmpegs();
  await view.router.close();
  await worker.stop();
});

const untilReceived = (viewer: Ffmpeg, bytes: number) =>
  until(`${bytes} bytes arrive at the viewer`, () => viewer.output().length > bytes, { timeoutMs: 15_000 });

function callAsViewer(): Ffmpeg {
  const viewer = ffmpeg(rawReceiver(`${view.address()}&latency=120000`));
  viewers.push(viewer);
  return viewer;
}

/** A viewer who has begun to see. */
async function watch(): Promise<Ffmpeg> {
  const viewer = callAsViewer();
  await untilReceived(viewer, 20_000);
  return viewer;
}

interface Probe {
  streams: { codec_type: string; nb_read_frames: string }[];
  packets: { codec_type: string; flags: string }[];
}

/** Decodes with Debian's ffprobe. Counts frames, and says whether the first access unit needs no other. */
async function decode(data: Buffer) {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-view-'));
  try {
    const file = path.join(directory, 'view.ts');
    await writeFile(file, data);
    const { stdout } = await run('ffprobe', [
      ...['-v', 'fatal', '-count_frames', '-show_streams', '-show_entries', 'packet=codec_type,flags'],
      ...['-of', 'json', file],
    ]);
    const { streams, packets } = JSON.parse(stdout) as Probe;
    const count = (kind: string) => Number(streams.find((stream) => stream.codec_type === kind)?.nb_read_frames ?? 0);
    const firstFrame = packets.find((packet) => packet.codec_type === 'video');
    return { video: count('video'), audio: count('audio'), startsAtKeyframe: firstFrame?.flags.startsWith('K') };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The camera's average frame rate since the worker's `count`-th report. */
function fpsSince(count: number): number {
  const samples = worker.reports.slice(count).flatMap(({ sample }) => sample ?? []);
  return samples.reduce((sum, { fps }) => sum + fps, 0) / samples.length;
}

const pidAt = (stream: Buffer, packet: number) => stream.readUInt16BE(packet * 188 + 1) & 0x1fff;

test('eight viewers who call in the same instant all get video and audio, from a keyframe on', async () => {
  const reportCount = worker.reports.length;
  const called = Array.from({ length: 8 }, callAsViewer);
  for (const viewer of called) await untilReceived(viewer, 80_000);
  for (const viewer of called) {
    expect(pidAt(viewer.output(), 0), 'the first packet is the PAT').toBe(0);
    const { video, audio, startsAtKeyframe } = await decode(viewer.output());
    expect(startsAtKeyframe).toBe(true);
    expect(video).toBeGreaterThan(15);
    expect(audio).toBeGreaterThan(15);
  }
  expect(view.notices).toEqual([]);
  expect(fpsSince(reportCount)).toBeGreaterThan(15);
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
});

test('a viewer that goes leaves the others and the camera alone, and its place is free', async () => {
  const [first, second] = [await watch(), await watch()];
  first.child.kill('SIGKILL');
  await first.ended;
  await untilReceived(second, second.output().length + 50_000);
  await watch();
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
});

test('a viewer that stops reading is dropped, and nobody else notices', async () => {
  const [stuck, other] = [await watch(), await watch()];
  stuck.child.kill('SIGSTOP');
  const start = worker.reports.length;
  await until('the viewer that does not read is dropped', () => view.router.health.connections === 1, {
    timeoutMs: 15_000,
  });
  await sleep(500);
  expect(fpsSince(start)).toBeGreaterThan(15);
  await untilReceived(other, other.output().length + 50_000);
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
});

test('a viewer outlasts the camera, and goes on from a keyframe when it is back', async () => {
  const viewer = await watch();
  encoder.child.kill('SIGINT');
  await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  await sleep(500);
  const seen = viewer.output().length;
  startEncoder(worker);
  await untilReceived(viewer, seen + 80_000);
  expect(await decode(viewer.output().subarray(seen))).toMatchObject({ startsAtKeyframe: true });
});
