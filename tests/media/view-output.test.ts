import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ffmpeg, ffmpeg, rawReceiver, stopFfmpegs } from '../support/ffmpeg';
import { until } from '../support/until';
import { startEncoder, startWorker, type WorkerProcess } from '../support/worker-process';

const run = promisify(execFile);
let worker: WorkerProcess;

beforeEach(async () => {
  worker = await startWorker();
  await worker.untilReport(({ ready }) => ready, 'the worker to be ready');
  startEncoder(worker);
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
});

afterEach(async () => {
  stopFfmpegs();
  await worker.stop();
});

const untilReceived = (viewer: Ffmpeg, bytes: number) =>
  until(() => viewer.output().length > bytes, { timeoutMs: 15_000, what: `${bytes} bytes at a viewer` });

/** A viewer who has begun to see. One comes after the other: of callers in the same instant only one gets in. */
async function watch(): Promise<Ffmpeg> {
  const viewer = ffmpeg(rawReceiver(`srt://${worker.job.podIp}:${worker.job.outputPort}?mode=caller&latency=120000`));
  await untilReceived(viewer, 5_000);
  return viewer;
}

/** What Debian's ffprobe decodes of it: pictures and frames of sound. */
async function decode(data: Buffer): Promise<Record<string, number>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-view-'));
  try {
    const file = path.join(directory, 'view.ts');
    await writeFile(file, data);
    const { stdout } = await run('ffprobe', [
      ...['-v', 'fatal', '-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames', '-of', 'json', file],
    ]);
    const { streams } = JSON.parse(stdout) as { streams: { codec_type: string; nb_read_frames: string }[] };
    return Object.fromEntries(streams.map((stream) => [stream.codec_type, Number(stream.nb_read_frames)]));
  } finally {
    await rm(directory, { recursive: true });
  }
}

test('several viewers at once get the picture and the sound of the camera', async () => {
  const viewers = [await watch(), await watch(), await watch()];
  for (const viewer of viewers) await untilReceived(viewer, 150_000);
  for (const viewer of viewers) {
    const { video = 0, audio = 0 } = await decode(viewer.output());
    expect(video).toBeGreaterThan(20);
    expect(audio).toBeGreaterThan(20);
  }
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
  await until(() => worker.log().includes('view: viewer gone'), { timeoutMs: 15_000, what: 'the end of the viewer' });
  await sleep(500);
  const samples = worker.reports.slice(start).flatMap(({ sample }) => sample ?? []);
  expect(samples.length).toBeGreaterThan(2);
  expect(samples.filter(({ fps }) => fps < 15)).toEqual([]);
  await untilReceived(other, other.output().length + 50_000);
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
});
