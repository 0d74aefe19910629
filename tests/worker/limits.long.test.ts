import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, type TestContext, test } from 'vitest';
import { encode, liveH264, testFrames, testTone } from '../support/camera/encode';
import { stopFfmpegs } from '../support/camera/ffmpeg';
import { flippingAdts, flippingProgramMaps, giantVideo } from '../support/camera/hostile-media';
import { startReplay, startReplays } from '../support/camera/replay';
import { inputUrl, startWorker, type WorkerOptions, type WorkerProcess } from '../support/worker/worker-process';

/* The real worker, and cameras that send more than they may: it says so, stays small and answers, and takes a sane one. */

afterAll(() => stopFfmpegs());

const limits = { maxSidePixels: 1_280, maxFps: 40, maxBitrateKbps: 1_500 };

async function start({ onTestFinished }: TestContext, options: WorkerOptions = {}): Promise<WorkerProcess> {
  const worker = await startWorker(options);
  onTestFinished(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  return worker;
}

const video = (size: string, rate: number, kbps: number): string[] => [
  ...[...testFrames(size, rate), ...testTone(), ...liveH264, '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ...['-b:v', `${kbps}k`, '-maxrate', `${kbps}k`, '-bufsize', `${kbps / 2}k`, '-x264-params', 'nal-hrd=cbr', '-t', '5'],
];

async function rssMb({ child }: WorkerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test.concurrent.each([
  ['a size', video('1920x1080', 5, 500), { kind: 'size', width: 1920, height: 1080, mostPixels: 1_280 }],
  ['a frame rate', video('320x180', 60, 500), { kind: 'fps', fps: expect.any(Number), mostFps: 40 }],
  ['a bitrate', video('640x360', 30, 4_000), { kind: 'bitrate', kbps: expect.any(Number), mostKbps: 1_500 }],
])('%s beyond the limit is reported and not shown, and the camera comes back by itself', async (_, args, excess) => {
  const [bytes, sane] = [await encode(args), await encode(video('640x360', 30, 500))];
  const worker = await startWorker({ limits });
  try {
    await worker.untilReport(({ ready }) => ready, 'ready');
    const replay = startReplays(inputUrl(worker), [
      { bytes, seconds: 5 },
      { bytes: sane, seconds: 5 },
      { bytes: sane, seconds: 5 },
    ]);
    await worker.untilReport((report) => report.excess !== null, 'what is beyond the limit');
    const beyond = await worker.untilReport((report) => report.excess !== null, 'what is beyond the limit, again');
    expect(beyond).toMatchObject({ excess, ready: true, failed: null });
    expect(beyond.signal).not.toBe('live');
    await worker.untilReport((report) => report.excess === null && report.signal === 'live', 'a sane camera');
    await replay.stop();
  } finally {
    await worker.stop();
  }
});

test.each([
  ['hevc', 15_360, 8_640],
  ['h264', 16_384, 16_384],
] as const)('%s of %i × %i takes no memory, for no decoder is opened', async (codec, width, height) => {
  const worker = await startWorker();
  try {
    await worker.untilReport(({ ready }) => ready, 'ready');
    const before = await rssMb(worker);
    const replay = startReplay(inputUrl(worker), giantVideo(codec, { width, height }, 5), 5);
    await worker.untilReport(({ excess }) => excess !== null, 'what is beyond the limit');
    for (let second = 0; second < 3; second++) {
      await sleep(1_000);
      expect(await rssMb(worker)).toBeLessThan(before + 60);
    }
    expect(worker.reports.at(-1)?.excess).toEqual({ kind: 'size', width, height, mostPixels: 4_096 });
    await replay.stop();
  } finally {
    await worker.stop();
  }
});

test.each([
  ['program maps that change with each packet', async () => flippingProgramMaps(10_000, 6)],
  ['AAC that changes with each frame', () => flippingAdts(10_000, 6)],
])('10 Mbit/s of %s: the worker answers, and logs little', async (_, make) => {
  const bytes = await make();
  const worker = await startWorker();
  try {
    await worker.untilReport(({ ready }) => ready, 'ready');
    const replay = startReplay(inputUrl(worker), bytes, 6);
    await worker.untilReport(({ connectCount }) => connectCount === 1, 'the camera');
    const [logBytes, reportCount] = [worker.log().length, worker.reports.length];
    let longestMs = 0;
    const { host, controlPort } = worker.spec.address;
    for (const endMs = performance.now() + 5_000; performance.now() < endMs; await sleep(50)) {
      const askedMs = performance.now();
      expect((await fetch(`http://${host}:${controlPort}/healthz`)).status).toBe(200);
      longestMs = Math.max(longestMs, performance.now() - askedMs);
    }
    expect(longestMs, 'its answer').toBeLessThan(1_500);
    expect(worker.log().length - logBytes, worker.log().slice(-5_000)).toBeLessThan(30_000);
    expect(worker.reports.length - reportCount).toBeLessThan(60);
    expect(worker.child.signalCode).toBeNull();
    await replay.stop();
  } finally {
    await worker.stop();
  }
});

test('a worker whose process takes too much memory says so and ends', async (context) => {
  const code = `setTimeout(() => { globalThis.kept = Buffer.alloc(400 * 2 ** 20, 1); }, 2_000)`;
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  const worker = await start(context, { nodeOptions, maxMemoryMb: 512 });
  expect(await worker.ended).toBe('SIGTERM');
  expect(worker.reports.at(-1)?.failed).toMatchObject({
    reason: expect.stringContaining('ran out of memory'),
    retryable: true,
  });
});
