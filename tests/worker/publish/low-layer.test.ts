import { setTimeout as sleep } from 'node:timers/promises';
import { VideoQuality } from '@livekit/protocol';
import { afterEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintPublisherToken, mintViewerToken } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import { MediaClock } from '@/server/worker/media-clock';
import { RoomConnection } from '@/server/worker/publish/room-connection';
import type { Layer } from '@/server/worker/transcode/layer-format';
import { RoomViewer } from '../../support/room/room-viewer';
import { until } from '../../support/until';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const frameMs = 33;
const gopFrames = 30;
const parameterSets = [Buffer.from([0x67, 0x42, 0xe0, 0x1f]), Buffer.from([0x68, 0xce, 0x38, 0x80])];
/** Stands for a picture: LiveKit reads the type of a NAL unit, and these tests its last byte, the layer. */
const picture = (isKeyframe: boolean, layer: Layer): Buffer[] => {
  const slice = Buffer.alloc(400, layer);
  slice[0] = isKeyframe ? 0x65 : 0x41;
  return isKeyframe ? [...parameterSets, slice] : [slice];
};

/** A camera in the room of an event, with a keyframe each second in its source layer. */
async function publish(eventId: string) {
  let watched: Record<Layer, boolean> = { q: false, h: false };
  let needsLowKeyframe = true;
  const connection = await RoomConnection.join({
    url: livekitEnv().LIVEKIT_URL,
    token: await mintPublisherToken(eventId, `camera-${eventId}`, 'Camera 1'),
    clock: new MediaClock(),
    log,
    onWatched: (layers) => {
      needsLowKeyframe ||= layers.q && !watched.q;
      watched = layers;
    },
    onViewerJoined: () => undefined,
    onKeyframeRequest: (layer) => {
      needsLowKeyframe ||= layer === 'q';
    },
  });
  await connection.publish({ video: { width: 1280, height: 720 }, hasAudio: false });
  const startMs = performance.now();
  let frames = 0;
  const timer = setInterval(() => {
    for (; frames * frameMs < performance.now() - startMs; frames++) {
      const ticks = frames * frameMs * 90;
      if (watched.h) connection.sendVideo('h', picture(frames % gopFrames === 0, 'h'), ticks);
      if (!watched.q) continue;
      connection.sendVideo('q', picture(needsLowKeyframe, 'q'), ticks);
      needsLowKeyframe = false;
    }
  }, 10);
  cleanups.push(
    () => connection.leave(),
    () => clearInterval(timer),
  );
  return { watched: () => watched };
}

/** A viewer, and the layer and the time of each picture that it gets. */
async function watch(eventId: string, quality: VideoQuality) {
  const seen: { layer: string; atMs: number }[] = [];
  const token = await mintViewerToken(eventId, `viewer-${newId()}`);
  const viewer = await RoomViewer.join(
    { url: livekitEnv().LIVEKIT_URL, token, quality },
    {
      onRtp: (_, { payload }) => {
        if (payload.length > 100)
          seen.push({ layer: String.fromCharCode(payload.at(-1) ?? 0), atMs: performance.now() });
      },
    },
  );
  cleanups.push(() => viewer.close());
  return {
    viewer,
    layer: () => seen.at(-1)?.layer,
    /** The longest time without a picture since then. */
    longestGapMs(sinceMs: number): number {
      const times = [sinceMs, ...seen.flatMap(({ atMs }) => (atMs > sinceMs ? [atMs] : [])), performance.now()];
      return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
    },
  };
}

test('the low layer is made while somebody needs it: not for a source layer that is watched alone', async () => {
  const eventId = newId();
  const camera = await publish(eventId);
  const alone = await watch(eventId, VideoQuality.HIGH);
  const untilSourceAlone = () =>
    until(() => !camera.watched().q && camera.watched().h && alone.layer() === 'h', {
      timeoutMs: 30_000,
      what: 'the source layer alone',
    });
  await untilSourceAlone();
  // LiveKit would have noticed by now that the low layer is gone.
  await sleep(2_000);
  expect(camera.watched()).toEqual({ q: false, h: true });

  // As LiveKit does by itself where the downlink narrows.
  const stepMs = performance.now();
  alone.viewer.setQuality(VideoQuality.LOW);
  await until(() => alone.layer() === 'q', { timeoutMs: 10_000, what: 'the low layer' });
  await sleep(2_000);
  expect(alone.layer()).toBe('q');
  expect(alone.longestGapMs(stepMs)).toBeLessThan(1_000);

  alone.viewer.setQuality(VideoQuality.HIGH);
  await untilSourceAlone();
  const second = await watch(eventId, VideoQuality.LOW);
  await until(() => second.layer() === 'q', { timeoutMs: 10_000, what: 'the low layer for another viewer' });
  await sleep(4_000);
  expect([alone.layer(), second.layer()]).toEqual(['h', 'q']);
  expect(camera.watched()).toEqual({ q: true, h: true });
});
