import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ParticipantInfo, type TrackInfo, TrackSource, TrackType, VideoQuality } from '@livekit/protocol';
import { afterEach, expect, test } from 'vitest';
import { childEnv } from '@/lib/platform/env/child-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintViewerToken } from '@/lib/platform/livekit/room-tokens';
import { findLivekit } from '@/scripts/find-livekit.mjs';
import { startLivekit } from '@/server/all-in-one/livekit';
import { ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { freeTcpPort, freeUdpPort } from '../support/network/free-port';
import { listParticipants } from '../support/room/room-participants';
import { type Kind, RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';
import { startEncoder, startWorker, type WorkerProcess } from '../support/worker/worker-process';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  stopFfmpegs();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(livekitUrl?: string): Promise<WorkerProcess> {
  const worker = await startWorker(livekitUrl);
  cleanups.push(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'the worker to be ready');
  return worker;
}

/** What the worker has published, once that is sound, and a picture of this width in two layers. */
async function untilPublished(worker: WorkerProcess, width: number, livekitUrl?: string): Promise<TrackInfo[]> {
  let participants: ParticipantInfo[] = [];
  const findTracks = async () => {
    participants = await listParticipants(worker.eventId, livekitUrl).catch(() => []);
    const tracks = participants.find(({ identity }) => identity === worker.job.participantIdentity)?.tracks ?? [];
    const video = tracks.find((track) => track.width === width);
    // LiveKit names the SSRC of a layer only when it has received it.
    const hasAll = tracks.length === 2 && video?.layers.length === 2 && video.layers.every(({ ssrc }) => ssrc > 0);
    return hasAll ? tracks : null;
  };
  return until(findTracks, { timeoutMs: 15_000, what: `a picture ${width} wide` }).catch((cause: unknown) => {
    throw new Error(`${cause}: ${JSON.stringify(participants)}, the worker said:\n${worker.log()}`, { cause });
  });
}

/** RFC 6184: an IDR slice as it is or in fragments. */
const isOfKeyframe = (payload: Buffer): boolean => {
  const [first = 0, second = 0] = payload;
  return ((first & 0x1f) === 28 ? second & 0x1f : first & 0x1f) === 5;
};

test('an encoder comes, goes, and comes back with a picture of another size', async () => {
  const worker = await start();
  expect(worker.reports.at(-1)).toMatchObject({ generation: 3, signal: 'none', sample: null, connectCount: 0 });

  const first = startEncoder(worker, '640x360');
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
  const tracks = await untilPublished(worker, 640);
  expect(tracks.find(({ type }) => type === TrackType.VIDEO)).toMatchObject({
    source: TrackSource.CAMERA,
    ...{ width: 640, height: 360, muted: false, mimeType: 'video/H264' },
    layers: [{ width: 640 }, { width: 640 }],
  });
  expect(tracks.find(({ type }) => type === TrackType.AUDIO)).toMatchObject({
    source: TrackSource.MICROPHONE,
    mimeType: 'audio/opus',
  });
  const steady = ({ sample }: WorkerProcess['reports'][number]) =>
    sample !== null && sample.fps > 25 && sample.fps < 35;
  const { sample } = await worker.untilReport(steady, 'about 30 pictures a second');
  expect(sample?.bitrateKbps).toBeGreaterThan(100);
  expect(sample?.bitrateKbps).toBeLessThan(2_000);

  first.child.kill('SIGTERM');
  await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  expect(await worker.untilReport(() => true, 'a report')).toMatchObject({
    ready: true,
    sample: null,
    connectCount: 1,
  });

  startEncoder(worker, '1280x720');
  expect(await worker.untilReport(({ signal }) => signal === 'live', 'live again')).toMatchObject({
    connectCount: 2,
  });
  const [video] = (await untilPublished(worker, 1280)).filter(({ type }) => type === TrackType.VIDEO);
  expect(video?.layers.map(({ width, height }) => [width, height])).toEqual([
    [640, 360],
    [1280, 720],
  ]);
  await worker.untilReport(({ ready, signal }) => ready && signal === 'live', 'ready after joining anew');
  expect(worker.signals()).toEqual(['none', 'connecting', 'live', 'lost', 'connecting', 'live']);
});

test('a viewer gets more than one keyframe of the small picture to begin with, for a browser may miss the first', async () => {
  const worker = await start();
  startEncoder(worker);
  await untilPublished(worker, 640);
  const token = await mintViewerToken(worker.eventId, 'viewer');
  const keyframes = new Set<number>();
  const viewer = await RoomViewer.join(
    { url: livekitEnv().LIVEKIT_URL, token, quality: VideoQuality.LOW },
    {
      onRtp(kind, { header, payload }) {
        if (kind === 'video' && isOfKeyframe(payload)) keyframes.add(header.timestamp);
      },
    },
  );
  cleanups.push(() => viewer.close());
  await until(() => keyframes.size > 1, { timeoutMs: 30_000, what: 'a second keyframe' });
  const [first = 0, second = 0] = keyframes;
  // In ticks of 90 kHz. The encoder by itself makes one every ten seconds.
  expect(second - first).toBeLessThan(3 * 90_000);
});

test('who comes into a room that was empty for a while sees and hears', async () => {
  const worker = await start();
  startEncoder(worker);
  await untilPublished(worker, 640);
  // Until LiveKit knows the tracks everything is sent; after that only what somebody is there for.
  await sleep(4_000);
  const kinds = new Set<Kind>();
  const token = await mintViewerToken(worker.eventId, 'viewer');
  const viewer = await RoomViewer.join({ url: livekitEnv().LIVEKIT_URL, token }, { onRtp: (kind) => kinds.add(kind) });
  cleanups.push(() => viewer.close());
  await until(() => kinds.size === 2, { timeoutMs: 20_000, what: 'sound and picture' });
});

test('an encoder that sends anything but MPEG-TS does no harm', async () => {
  const worker = await start();
  const { podIp, inputPort } = worker.job;
  const noise = ffmpeg([
    ...['-re', '-f', 'lavfi', '-i', 'anoisesrc=sample_rate=48000', '-f', 's16le'],
    `srt://${podIp}:${inputPort}?mode=caller&latency=120000`,
  ]);
  const busy = ({ sample }: WorkerProcess['reports'][number]) => (sample?.bitrateKbps ?? 0) > 500;
  expect(await worker.untilReport(busy, 'noise')).toMatchObject({ signal: 'connecting', sample: { fps: 0 } });
  noise.child.kill('SIGTERM');
  await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  startEncoder(worker);
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
});

test('when livekit-server is killed and comes again, the same worker publishes again', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-livekit-'));
  cleanups.push(() => rm(directory, { recursive: true }));
  const [port, rtcPort] = [await freeTcpPort(), await freeUdpPort()];
  const startOwnLivekit = async () => {
    const livekit = await startLivekit({
      ...{ directory, port, rtcPort, loopbackOnly: true },
      program: findLivekit() ?? '',
      apiKey: livekitEnv().LIVEKIT_API_KEY,
      apiSecret: livekitEnv().LIVEKIT_API_SECRET,
      env: childEnv({}),
      onLine: () => undefined,
    });
    cleanups.push(() => livekit.stop('SIGKILL', 0));
    return livekit;
  };
  const first = await startOwnLivekit();
  const worker = await start(first.url);
  startEncoder(worker);
  await untilPublished(worker, 640, first.url);

  await first.stop('SIGKILL', 0);
  await worker.untilReport(({ ready }) => !ready, 'not ready without LiveKit');
  await sleep(500);
  await startOwnLivekit();
  await untilPublished(worker, 640, first.url);
  await worker.untilReport(({ ready, signal }) => ready && signal === 'live', 'ready and live');
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
  expect(worker.child.exitCode).toBeNull();
});

test.each<[string, (worker: WorkerProcess) => void]>([
  ['SIGTERM', ({ child }) => child.kill('SIGTERM')],
  ['the end of its parent', ({ child }) => child.disconnect()],
  ['a gateway that no longer wants it', (worker) => worker.dismiss()],
])('on %s a worker leaves the room and is gone', async (_, end) => {
  const worker = await start();
  startEncoder(worker);
  await untilPublished(worker, 640);
  end(worker);
  const outcome = await Promise.race([worker.ended.then(() => 'gone'), sleep(10_000, 'too slow')]);
  expect(outcome).toBe('gone');
  // Not after a timeout of LiveKit's: it said goodbye.
  await until(async () => (await listParticipants(worker.eventId)).length === 0, {
    timeoutMs: 5_000,
    what: 'an empty room',
  });
});

test('a worker that has no job yet ends with its parent, also one that is still loading', async () => {
  const spares = [1, 2].map(() =>
    spawn(process.execPath, ['dist/worker.mjs'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
  const ends = spares.map((spare) => once(spare, 'exit').then(() => 'gone'));
  spares[0]?.disconnect();
  expect(await Promise.race([ends[0], sleep(10_000, 'too slow')])).toBe('gone');
  spares[1]?.disconnect();
  expect(await Promise.race([ends[1], sleep(10_000, 'too slow')])).toBe('gone');
});

test('a worker ends in time, too, while LiveKit hangs', async () => {
  const hung = createServer((socket) => socket.on('error', () => undefined));
  await once(hung.listen(0, '127.0.0.1'), 'listening');
  const address = hung.address();
  const connected = once(hung, 'connection');
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const worker = await startWorker(`ws://127.0.0.1:${port}`);
  cleanups.push(async () => {
    await worker.stop();
    hung.close();
  });
  await connected;
  worker.child.disconnect();
  expect(await Promise.race([worker.ended.then(() => 'gone'), sleep(10_000, 'too slow')])).toBe('gone');
});
