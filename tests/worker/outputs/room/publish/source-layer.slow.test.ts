import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { nalType, nalTypeOf } from '@/server/worker/media/codecs/h264';
import { parseH264Sps } from '@/server/worker/media/codecs/h264-sps';
import { stopFfmpegs } from '../../../../support/camera/ffmpeg';
import { RoomViewer } from '../../../../support/room/room-viewer';
import { untilPublished } from '../../../../support/worker/until-published';
import { startEncoder, startWorker } from '../../../../support/worker/worker-process';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  stopFfmpegs();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a viewer who comes seconds after the camera begins with the source layer, and keeps it', async () => {
  const worker = await startWorker();
  cleanups.push(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  startEncoder(worker, '1280x720');
  await untilPublished(worker, 1280);
  await sleep(5_000);
  const keyframes: { width: number | undefined; atMs: number }[] = [];
  const startMs = performance.now();
  const viewer = await RoomViewer.joinEvent(worker.eventId, {
    onRtp(kind, { payload }) {
      if (kind !== 'video' || nalTypeOf(payload) !== nalType.sps) return;
      keyframes.push({ width: parseH264Sps(payload)?.width, atMs: Math.round(performance.now() - startMs) });
    },
  });
  cleanups.push(() => viewer.close());
  await sleep(13_000);
  expect(keyframes[0]?.width).toBe(1280);
  const later = keyframes.filter(({ atMs }) => atMs > 5_000);
  expect(later.length).toBeGreaterThan(3);
  for (const { width, atMs } of later) expect(width, `after ${atMs} ms`).toBe(1280);
}, 60_000);
