import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { nalType, nalTypeOf, parseH264Sps } from '@/lib/media/codecs/h264';
import { workerTest as test } from '../../../../support/fixtures/worker-test';
import { untilPublished } from '../../../../support/worker/until-published';
import { startEncoder } from '../../../../support/worker/worker-process';

test('a viewer who comes seconds after the camera begins with the source layer, and keeps it', async ({
  worker,
  joinEvent,
}) => {
  startEncoder(worker, '1280x720');
  await untilPublished(worker, 1280);
  await sleep(5_000);
  const keyframes: { width: number | undefined; atMs: number }[] = [];
  const startMs = performance.now();
  await joinEvent(worker.eventId, {
    onRtp(kind, { payload }) {
      if (kind !== 'video' || nalTypeOf(payload) !== nalType.sps) return;
      keyframes.push({ width: parseH264Sps(payload)?.width, atMs: Math.round(performance.now() - startMs) });
    },
  });
  await sleep(13_000);
  expect(keyframes[0]?.width).toBe(1280);
  const later = keyframes.filter(({ atMs }) => atMs > 5_000);
  expect(later.length).toBeGreaterThan(3);
  for (const { width, atMs } of later) expect(width, `after ${atMs} ms`).toBe(1280);
}, 60_000);
