import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { median } from '@/lib/core/median';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { ptsOfTransportPacket } from '@/lib/media/mpegts/pes-assembler';
import { type BarcodeCamera, startBarcodeCamera } from '../../support/camera/barcode-camera';
import { ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { readStamps } from '../../support/camera/read-stamps';
import { readBarcodes } from '../../support/recordings/make-recording';
import { until } from '../../support/until';
import { inputUrl, startWorker, type WorkerProcess } from '../../support/worker/worker-process';

const packetBytes = 188;
/** FFmpeg’s multiplexer numbers the tone first. */
const videoPid = 0x101;
const playersDelayMs = 700;
/** A frame and a half: the machine of a test is busy, and an encoder's delay is in here. */
const inStepMs = 60;
/** Compared frames: a second of them. */
const comparedFrames = 25;

const workers: WorkerProcess[] = [];
const cameras: BarcodeCamera[] = [];

afterEach(async () => {
  for (const camera of cameras.splice(0)) camera.stop();
  stopFfmpegs();
  for (const worker of workers.splice(0)) await worker.stop();
});

/** A camera's worker with a raw SRT receiver at its view address. */
async function open(srtLatencyMs: number) {
  const worker = await startWorker();
  workers.push(worker);
  const permit = { validForMs: 7_000, srtLatencyMs };
  worker.gateway.answer({ ...permit, playersDelayMs });
  await worker.untilReport(({ ready }) => ready, 'ready');
  const start = (): BarcodeCamera => {
    const camera = startBarcodeCamera({
      urls: [inputUrl(worker)],
      width: 320,
      height: 180,
      fps: 25,
      bitrateKbps: 400,
      latencyMs: srtLatencyMs,
    });
    cameras.push(camera);
    return camera;
  };
  const camera = start();
  await worker.untilReport(({ signal, inStep }) => signal === 'live' && inStep !== null, 'live and in step');
  const chunks: { atMs: number; bytes: Buffer }[] = [];
  const { host, outputPort } = worker.spec.address;
  const call = () => {
    const called = ffmpeg(rawReceiver(`srt://${host}:${outputPort}?mode=caller&latency=120000`));
    called.child.stdout?.on('data', (bytes: Buffer) => chunks.push({ atMs: Date.now(), bytes }));
    return called;
  };
  let receiver = call();
  // It calls again where nobody listens yet, as players do.
  const isServed = () => {
    if (receiver.child.exitCode !== null) receiver = call();
    return chunks.length > 0;
  };
  await until('the view address serves', isServed, { timeoutMs: 20_000 });
  return {
    worker,
    camera,
    start,
    received: () => chunks,
    delay: (ms: number) => worker.gateway.answer({ ...permit, playersDelayMs: ms }),
  };
}

type View = Awaited<ReturnType<typeof open>>;

/** The video's timestamps, and when each arrived; without the last access unit, which may be incomplete. */
function frames(view: View) {
  const bytes = Buffer.concat(view.received().map((chunk) => chunk.bytes));
  const found: { pts: number; atMs: number; offset: number }[] = [];
  let chunk = 0;
  let chunkEnd = 0;
  for (let offset = 0; offset + packetBytes <= bytes.length; offset += packetBytes) {
    while (chunkEnd <= offset) chunkEnd += view.received()[chunk++]?.bytes.length ?? 0;
    const packet = bytes.subarray(offset, offset + packetBytes);
    const pts = (packet.readUInt16BE(1) & 0x5fff) === (0x4000 | videoPid) ? ptsOfTransportPacket(packet) : null;
    if (pts !== null) found.push({ pts, atMs: view.received()[chunk - 1]?.atMs ?? 0, offset });
  }
  const last = found.pop();
  return { frames: found, bytes: bytes.subarray(0, last?.offset ?? 0) };
}

const untilFrames = (view: View, count: number) =>
  until(`${count} frames arrive`, () => frames(view).frames.length >= count, { timeoutMs: 20_000 });

/** How far the latest frames' timestamps are behind their capture, and how long after capture they arrived. */
async function measure(view: View): Promise<{ clockMs: number; arrivalMs: number }> {
  const { frames: found, bytes } = frames(view);
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-in-step-'));
  try {
    const file = path.join(directory, 'view.ts');
    await writeFile(file, bytes);
    // Each frame says the same itself, whole: a receiver may align cameras by that alone.
    const stamps = readStamps(bytes).stamps.slice(-comparedFrames);
    expect(stamps.map(({ pts }) => pts)).toEqual(found.slice(-comparedFrames).map(({ pts }) => pts));
    for (const { pts, ms } of stamps) {
      expect(Math.abs(ticksBetween(Math.round((ms ?? 0) * ticksPerMs) % 2 ** 33, pts))).toBeLessThanOrEqual(1);
      expect(Math.abs((ms ?? 0) - (found.at(-1)?.atMs ?? 0))).toBeLessThan(60_000);
    }
    const drawn = (await readBarcodes(file)).slice(-comparedFrames);
    const compared = found.slice(-comparedFrames).map(({ pts, atMs }, index) => {
      const agoMs = (((atMs - (drawn[index] ?? 0)) % 2 ** 32) + 2 ** 32) % 2 ** 32;
      const capturedTicks = ((atMs - agoMs) * ticksPerMs) % 2 ** 33;
      return { clockMs: ticksBetween(capturedTicks, pts) / ticksPerMs, arrivalMs: agoMs };
    });
    return {
      clockMs: median(compared.map(({ clockMs }) => clockMs)) ?? Number.NaN,
      arrivalMs: median(compared.map(({ arrivalMs }) => arrivalMs)) ?? Number.NaN,
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}

test('players of cameras with unlike latencies are in step, also after one has connected again', async () => {
  const [near, far] = await Promise.all([open(20), open(400)]);
  await Promise.all([near, far].map((view) => untilFrames(view, 2 * comparedFrames)));
  const compare = async () => {
    const [one, other] = await Promise.all([measure(near), measure(far)]);
    // By the shared clock a timestamp says when a frame was captured.
    for (const { clockMs } of [one, other]) expect(Math.abs(clockMs)).toBeLessThan(250);
    expect(Math.abs(one.clockMs - other.clockMs)).toBeLessThan(inStepMs);
    for (const { arrivalMs } of [one, other]) expect(arrivalMs).toBeGreaterThan(playersDelayMs);
    expect(Math.abs(one.arrivalMs - other.arrivalMs)).toBeLessThan(2 * inStepMs);
  };
  await compare();

  near.camera.stop();
  await near.worker.untilReport(({ signal, inStep }) => signal === 'lost' && inStep === null, 'lost');
  near.start();
  const seen = frames(near).frames.length;
  await untilFrames(near, seen + 2 * comparedFrames);
  await compare();

  // A camera later than the delay is passed on at once, and keeps the other from nothing.
  for (const view of [near, far]) view.delay(200);
  const isLate = far.worker.untilReport(({ inStep }) => (inStep?.marginMs ?? 0) < -100, 'a late camera');
  const isEarly = near.worker.untilReport(({ inStep }) => (inStep?.marginMs ?? 0) > 0, 'an early camera');
  await Promise.all([isLate, isEarly]);
  const before = [near, far].map((view) => frames(view).frames.length);
  await Promise.all([near, far].map((view, index) => untilFrames(view, (before[index] ?? 0) + 2 * comparedFrames)));
  expect((await measure(near)).arrivalMs).toBeLessThan((await measure(far)).arrivalMs);
}, 180_000);
