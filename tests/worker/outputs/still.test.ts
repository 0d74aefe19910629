import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { stopFfmpegs } from '../../support/camera/ffmpeg';
import { workerTest as test } from '../../support/fixtures/worker-test';
import { until } from '../../support/until';
import { startEncoder, type WorkerProcess } from '../../support/worker/worker-process';

/** Width and height of a baseline JPEG by its frame header (ITU-T T.81, B.2.2). */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
}

/** Until a keyframe has come after this call. No report says when one comes, but all say how far they are apart. */
async function untilKeyframe({ untilReport }: WorkerProcess): Promise<void> {
  const { sample } = await untilReport((report) => Boolean(report.sample?.gopSeconds), 'the interval of keyframes');
  await sleep((sample?.gopSeconds ?? 0) * 1_000 + 500);
}

test('hands over a still of a live camera, another when it is gone, and none twice', async ({ worker }) => {
  const { stills } = worker.gateway;
  startEncoder(worker);
  await until('there is a still of the live camera', () => stills.length === 1, { timeoutMs: 30_000 });
  const [still] = stills;
  const jpeg = Buffer.from(still?.jpeg ?? '', 'base64');
  expect([...jpeg.subarray(0, 2), ...jpeg.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
  const { width, height } = sizeOf(jpeg);
  expect(width).toBeLessThanOrEqual(640);
  expect(width / height).toBeCloseTo(16 / 9, 1);
  expect(still?.agoMs).toBeLessThan(30_000);

  await untilKeyframe(worker);
  stopFfmpegs();
  await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
  await until('there is a still of the camera that is gone', () => stills.length === 2, { timeoutMs: 10_000 });
  worker.child.kill('SIGTERM');
  await worker.ended;
  expect(stills).toHaveLength(2);
});

test('hands over a last still when the worker ends while its camera is live', async ({ worker }) => {
  const { stills } = worker.gateway;
  startEncoder(worker);
  await until('there is a still of the live camera', () => stills.length === 1, { timeoutMs: 30_000 });
  await untilKeyframe(worker);
  worker.child.kill('SIGTERM');
  await worker.ended;
  expect(stills).toHaveLength(2);
});
