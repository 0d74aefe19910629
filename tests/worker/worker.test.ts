import { setTimeout as sleep } from 'node:timers/promises';
import { TrackSource, TrackType, VideoQuality } from '@livekit/protocol';
import { expect } from 'vitest';
import { ffmpeg } from '../support/camera/ffmpeg';
import { workerTest as test } from '../support/fixtures/worker-test';
import type { Kind } from '../support/room/room-viewer';
import { until } from '../support/until';
import { untilPublished } from '../support/worker/until-published';
import { startEncoder, type WorkerProcess } from '../support/worker/worker-process';

/** RFC 6184: an IDR slice as it is or in fragments. */
const isOfKeyframe = (payload: Buffer): boolean => {
  const [first = 0, second = 0] = payload;
  return ((first & 0x1f) === 28 ? second & 0x1f : first & 0x1f) === 5;
};

test('an encoder comes, goes, and comes back with frames of another size', async ({ worker }) => {
  expect(worker.reports.at(-1)).toMatchObject({ generation: 3, signal: 'none', sample: null, connectCount: 0 });

  const first = startEncoder(worker, '640x360');
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
  const tracks = await untilPublished(worker, 640);
  expect(tracks.find(({ type }) => type === TrackType.VIDEO)).toMatchObject({
    source: TrackSource.CAMERA,
    width: 640,
    height: 360,
    muted: false,
    mimeType: 'video/H264',
    layers: [{ width: 640 }, { width: 640 }],
  });
  expect(tracks.find(({ type }) => type === TrackType.AUDIO)).toMatchObject({
    source: TrackSource.MICROPHONE,
    mimeType: 'audio/opus',
  });
  const steady = ({ sample }: WorkerProcess['reports'][number]) =>
    sample !== null && sample.fps > 25 && sample.fps < 35;
  const { sample } = await worker.untilReport(steady, 'about 30 frames a second');
  expect(sample?.bitrateKbps).toBeGreaterThan(100);
  expect(sample?.bitrateKbps).toBeLessThan(2_000);

  first.child.kill('SIGTERM');
  await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  expect(await worker.untilReport(() => true, 'anything')).toMatchObject({
    ready: true,
    sample: null,
    connectCount: 1,
  });

  startEncoder(worker, '1280x720');
  expect(await worker.untilReport(({ signal }) => signal === 'live', 'live again')).toMatchObject({
    connectCount: 2,
  });
  const [video] = (await untilPublished(worker, 1280)).filter(({ type }) => type === TrackType.VIDEO);
  expect(video).toMatchObject({ sid: tracks.find(({ type }) => type === TrackType.VIDEO)?.sid, height: 720 });
  expect(worker.signals()).toEqual(['none', 'connecting', 'live', 'lost', 'connecting', 'live']);
});

test('a viewer gets more than one keyframe of the low layer to begin with, for a browser may miss the first', async ({
  worker,
  joinEvent,
}) => {
  startEncoder(worker);
  await untilPublished(worker, 640);
  const keyframes = new Set<number>();
  await joinEvent(
    worker.eventId,
    {
      onRtp(kind, { header, payload }) {
        if (kind === 'video' && isOfKeyframe(payload)) keyframes.add(header.timestamp);
      },
    },
    VideoQuality.LOW,
  );
  await until('a second keyframe of the low layer arrives', () => keyframes.size > 1, { timeoutMs: 30_000 });
  const [first = 0, second = 0] = keyframes;
  // In ticks of 90 kHz. The encoder by itself makes one every ten seconds.
  expect(second - first).toBeLessThan(3 * 90_000);
});

test('who comes into a room that was empty for a while sees and hears', async ({ worker, joinEvent }) => {
  startEncoder(worker);
  await untilPublished(worker, 640);
  // Until LiveKit knows the tracks everything is sent; after that only what somebody is there for.
  await sleep(4_000);
  const kinds = new Set<Kind>();
  await joinEvent(worker.eventId, { onRtp: (kind) => kinds.add(kind) });
  await until('audio and video arrive', () => kinds.size === 2, { timeoutMs: 20_000 });
});

test('an encoder that sends anything but MPEG-TS does no harm', async ({ worker }) => {
  const { host, inputPort } = worker.spec.address;
  const noise = ffmpeg([
    ...['-re', '-f', 'lavfi', '-i', 'anoisesrc=sample_rate=48000', '-f', 's16le'],
    `srt://${host}:${inputPort}?mode=caller&latency=120000`,
  ]);
  const busy = ({ sample }: WorkerProcess['reports'][number]) => (sample?.bitrateKbps ?? 0) > 500;
  expect(await worker.untilReport(busy, 'noise')).toMatchObject({ signal: 'connecting', sample: { fps: 0 } });
  noise.child.kill('SIGTERM');
  await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  startEncoder(worker);
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
});

test('when livekit-server is killed and comes again, the same worker publishes again', async ({
  startLivekit,
  startWorker,
}) => {
  const livekit = await startLivekit();
  const worker = await startWorker({ livekitUrl: livekit.url });
  await worker.untilReport(({ ready }) => ready, 'ready');
  startEncoder(worker);
  await untilPublished(worker, 640, livekit.url);

  await livekit.kill();
  await worker.untilReport(({ ready }) => !ready, 'not ready without LiveKit');
  await sleep(500);
  await livekit.restart();
  await untilPublished(worker, 640, livekit.url);
  await worker.untilReport(({ ready, signal }) => ready && signal === 'live', 'ready and live');
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
  expect(worker.child.exitCode).toBeNull();
});
