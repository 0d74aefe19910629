import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { identityOf } from '@/lib/contracts/participants';
import { newId } from '@/lib/core/id';
import { mintPhoneToken, mintReceiverToken } from '@/lib/platform/livekit/room-tokens';
import { type BarcodeCamera, startBarcodeCamera } from '../support/camera/barcode-camera';
import { ffmpeg, rawReceiver, stopFfmpegs } from '../support/camera/ffmpeg';
import { OwnLivekit } from '../support/room/own-livekit';
import { readAgeMs } from '../support/room/room-decoder';
import { listParticipants } from '../support/room/room-participants';
import { until } from '../support/until';
import { inputUrl, startWorker, type WorkerProcess } from '../support/worker/worker-process';

const run = promisify(execFile);
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  stopFfmpegs();
});

const size = { width: 640, height: 360 };

/** A livekit-server, a phone in the event's room, and the worker that receives from it. */
async function scene() {
  const livekit = await OwnLivekit.start();
  cleanups.push(() => livekit.stop());
  const [eventId, streamId] = [newId(), newId()];
  const participantIdentity = identityOf('phone', { streamId });
  const startPhone = async (): Promise<Phone> => {
    // Publishes like a phone: H.264 in two layers and Opus, with the rights of a phone's token.
    const publisher = await startWorker({
      livekitUrl: livekit.url,
      eventId,
      participantIdentity,
      mintToken: () => mintPhoneToken(eventId, streamId),
    });
    cleanups.push(() => publisher.stop());
    await publisher.untilReport(({ ready }) => ready, 'ready with the phone in the room');
    const camera = startBarcodeCamera({ urls: [inputUrl(publisher)], bitrateKbps: 800, ...size });
    cleanups.push(() => camera.stop());
    return { publisher, camera };
  };
  const worker = await startWorker({
    livekitUrl: livekit.url,
    eventId,
    participantIdentity,
    source: { kind: 'room', participantIdentity },
    mintToken: () => mintReceiverToken(eventId, streamId),
  });
  cleanups.push(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  return { livekit, eventId, worker, startPhone };
}

interface Phone {
  publisher: WorkerProcess;
  camera: BarcodeCamera;
}

const live = (worker: WorkerProcess) =>
  worker.untilReport(({ signal, media }) => signal === 'live' && media?.video != null && media.audio !== null, 'live');

/** Receives the view output like a player. */
async function receive({ spec: { address } }: WorkerProcess, bytes: number): Promise<Buffer> {
  const player = ffmpeg(rawReceiver(`srt://${address.host}:${address.outputPort}?mode=caller&latency=120000`));
  await until(`${bytes} bytes arrive at the player`, () => player.output().length > bytes, { timeoutMs: 30_000 });
  player.child.kill('SIGKILL');
  await player.ended;
  return player.output();
}

interface Probe {
  streams: { codec_type: string; codec_name: string; width?: number; nb_read_frames: string }[];
  packets: { codec_type: string; pts_time: string; flags: string }[];
}

/** Decodes a transport stream with Debian's ffmpeg, and reads each frame's barcode. */
async function decode(data: Buffer) {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-phone-'));
  try {
    const file = path.join(directory, 'view.ts');
    await writeFile(file, data);
    const show = ['-count_frames', '-show_streams', '-show_entries', 'packet=codec_type,pts_time,flags', '-of', 'json'];
    const { stdout } = await run('ffprobe', ['-v', 'fatal', ...show, file], { maxBuffer: 64 * 1024 * 1024 });
    const gray = ['-map', '0:v', '-f', 'rawvideo', '-pix_fmt', 'gray', '-fps_mode', 'passthrough', 'pipe:1'];
    const frames = await run('ffmpeg', ['-v', 'error', '-i', file, ...gray], {
      encoding: 'buffer',
      maxBuffer: 512 * 1024 * 1024,
    });
    const count = Math.floor(frames.stdout.length / (size.width * size.height));
    const times = Array.from({ length: count }, (_, index) => {
      const row = frames.stdout.subarray((index * size.height + Math.floor(size.height / 32)) * size.width);
      const ageMs = readAgeMs(row, size.width, Date.now());
      return ageMs === null ? null : Date.now() - ageMs;
    });
    return { probe: JSON.parse(stdout) as Probe, times, errors: String(frames.stderr) };
  } finally {
    await rm(directory, { recursive: true });
  }
}

test('a phone is a camera like any other: its report, and an SRT view output that plays', async () => {
  const { worker, eventId, livekit, startPhone } = await scene();
  expect(worker.reports.at(-1)).toMatchObject({ signal: 'none', connectCount: 0 });
  await startPhone();
  expect(await live(worker)).toMatchObject({
    connectCount: 1,
    media: {
      video: { codec: 'h264', ...size },
      audio: { codec: 'aac', sampleRateHz: 48_000, channels: 2 },
      mode: 'passthrough',
    },
  });
  // Nobody is told of the worker, and it publishes nothing.
  const present = await listParticipants(eventId, livekit.url);
  expect(
    present
      .map(({ identity, permission, tracks }) => [identity.split('-')[0], permission?.hidden, tracks.length])
      .sort(),
  ).toEqual([
    ['phone', false, 2],
    ['receiver', true, 0],
  ]);
  const { probe, times, errors } = await decode(await receive(worker, 900_000));
  expect(errors).toBe('');
  expect(probe.streams).toEqual([
    expect.objectContaining({ codec_type: 'video', codec_name: 'h264', width: size.width }),
    expect.objectContaining({ codec_type: 'audio', codec_name: 'aac' }),
  ]);
  expect(probe.packets.find(({ codec_type }) => codec_type === 'video')?.flags).toMatch(/^K/);
  expect(times.length).toBeGreaterThan(60);
  // LiveKit may begin with the low layer.
  const seen = times.map((ms, index) => ({ ms, index })).slice(-60);
  expect(seen.filter(({ ms }) => ms === null)).toEqual([]);
  // Timestamps keep the phone's own intervals.
  const pts = probe.packets
    .filter(({ codec_type }) => codec_type === 'video')
    .map(({ pts_time }) => Number(pts_time) * 1000);
  const drift = seen.map(({ ms, index }) => (ms ?? 0) - (pts[index] ?? 0));
  expect(Math.max(...drift) - Math.min(...drift)).toBeLessThan(300);
  expect(await worker.untilReport(({ sample }) => (sample?.fps ?? 0) > 20, 'a sample')).toMatchObject({
    sample: { audioDbfs: [expect.any(Number), expect.any(Number)], hasBFrames: false },
    conditions: { blackSeconds: 0, frozenSeconds: 0 },
    arrival: null,
  });
});

test('a phone that leaves is lost with its cause, and live again when it comes back', async () => {
  const { worker, startPhone } = await scene();
  const { publisher, camera } = await startPhone();
  await live(worker);
  const gone = worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  publisher.child.kill('SIGTERM');
  expect(await gone).toMatchObject({ loss: { cause: 'closed' } });
  camera.stop();
  await startPhone();
  expect(await live(worker)).toMatchObject({ connectCount: 2, loss: null });
});

test('a phone that stands still is lost for silence, and live again by itself', async () => {
  const { worker, startPhone } = await scene();
  const { publisher } = await startPhone();
  await live(worker);
  publisher.child.kill('SIGSTOP');
  expect(await worker.untilReport(({ signal }) => signal === 'lost', 'lost')).toMatchObject({
    loss: { cause: 'silent' },
  });
  publisher.child.kill('SIGCONT');
  expect(await live(worker)).toMatchObject({ loss: null });
});

test('LiveKit that is killed loses the phone, which is back by itself', async () => {
  const { worker, livekit, startPhone } = await scene();
  await startPhone();
  await live(worker);
  const gone = worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  await livekit.kill();
  await gone;
  await livekit.restart();
  expect(await live(worker)).toMatchObject({ ready: true, loss: null });
});
