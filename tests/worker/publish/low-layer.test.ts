import { VideoQuality } from '@livekit/protocol';
import { afterEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintViewerToken } from '@/lib/platform/livekit/room-tokens';
import { stopFfmpegs } from '../../support/camera/ffmpeg';
import { RoomDecoder, type SeenFrame } from '../../support/room/room-decoder';
import { RoomViewer } from '../../support/room/room-viewer';
import { until } from '../../support/until';
import { untilPublished } from '../../support/worker/until-published';
import { startEncoder, startWorker, type WorkerProcess } from '../../support/worker/worker-process';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  stopFfmpegs();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A viewer whose frames are decoded. */
async function join({ eventId }: WorkerProcess, quality: VideoQuality) {
  const frames: SeenFrame[] = [];
  const decoder = new RoomDecoder({ onFrame: (frame) => frames.push(frame) });
  const token = await mintViewerToken(eventId, `viewer-${newId()}`);
  const viewer = await RoomViewer.join(
    { url: livekitEnv().LIVEKIT_URL, token, quality },
    { onRtp: (kind, packet) => decoder.push(kind, packet) },
  );
  cleanups.push(
    () => decoder.close(),
    () => viewer.close(),
  );
  return { viewer, frames };
}

/** Whether somebody needs the low layer, by the worker's log. */
const isLowLayerMade = (worker: WorkerProcess): boolean =>
  [...worker.log().matchAll(/"isNeeded":(true|false)/g)].at(-1)?.[1] === 'true';

const untilMade = (worker: WorkerProcess, isMade: boolean) =>
  until(() => isLowLayerMade(worker) === isMade, { timeoutMs: 30_000, what: `isNeeded: ${isMade}` }).catch(
    (cause: unknown) => {
      throw new Error(`${cause}, the worker said:\n${worker.log()}`, { cause });
    },
  );

/** The longest time from one frame to the next since then. */
const longestGapMs = (frames: SeenFrame[], sinceMs: number): number => {
  const times = [sinceMs, ...frames.map(({ arrivedMs }) => arrivedMs).filter((arrivedMs) => arrivedMs > sinceMs)];
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
};

test('the low layer is made while somebody needs it: not for a source layer that is watched alone', async () => {
  const worker = await startWorker();
  cleanups.push(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  startEncoder(worker, '1280x720');
  await untilPublished(worker, 1280);
  const alone = await join(worker, VideoQuality.HIGH);
  await untilMade(worker, false);
  expect(alone.frames.at(-1)?.width).toBe(1280);

  // As LiveKit does by itself where the downlink narrows.
  const stepMs = Date.now();
  alone.viewer.setQuality(VideoQuality.LOW);
  await until(() => alone.frames.at(-1)?.width === 640, { timeoutMs: 10_000, what: 'the low layer' });
  await until(() => Date.now() > stepMs + 5_000, { timeoutMs: 10_000 });
  expect(longestGapMs(alone.frames, stepMs)).toBeLessThan(1_000);
  expect(alone.frames.at(-1)?.width).toBe(640);

  alone.viewer.setQuality(VideoQuality.HIGH);
  await untilMade(worker, false);
  const second = await join(worker, VideoQuality.LOW);
  await until(() => second.frames.length > 60, { timeoutMs: 10_000, what: 'the low layer for another viewer' });
  expect(second.frames.at(-1)?.width).toBe(640);
  expect(alone.frames.at(-1)?.width).toBe(1280);
  expect(isLowLayerMade(worker)).toBe(true);
});
