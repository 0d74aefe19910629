import { VideoQuality } from '@livekit/protocol';
import { expect, onTestFinished } from 'vitest';
import { startBarcodeCamera } from '../../../../support/camera/barcode-camera';
import { workerTest as test, type WorkerFixtures } from '../../../../support/fixtures/worker-test';
import { RoomDecoder, type SeenFrame } from '../../../../support/room/room-decoder';
import { until } from '../../../../support/until';
import { inputUrl, type WorkerProcess } from '../../../../support/worker/worker-process';

const gopSeconds = 10;
/** Little more than the low layer: a machine that is busy is to be able to encode it. */
const size = { width: 704, height: 396, bitrateKbps: 800 };
/** Starts a camera. @returns when it was live, in milliseconds since 1970 */
async function startCamera(worker: WorkerProcess): Promise<number> {
  const encoder = startBarcodeCamera({ ...size, urls: [inputUrl(worker)], gopSeconds, hasAudio: false });
  onTestFinished(() => encoder.stop());
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
  return Date.now();
}

/** A viewer, and what it has decoded so far. */
async function watch({ worker, joinEvent }: Pick<WorkerFixtures, 'worker' | 'joinEvent'>, quality: VideoQuality) {
  const frames: SeenFrame[] = [];
  const decoder = new RoomDecoder({ onFrame: (frame) => frames.push(frame) });
  onTestFinished(() => decoder.close());
  const viewer = await joinEvent(
    worker.eventId,
    { onRtp: (kind, packet) => kind === 'video' && decoder.push(kind, packet) },
    quality,
  );
  return { viewer, frames };
}

const large = ({ width }: SeenFrame) => width === size.width;
/** When the camera took it, as its barcode says. */
const capturedMs = ({ arrivedMs, ageMs }: SeenFrame) => (ageMs === null ? Number.NaN : arrivedMs - ageMs);

test('a viewer who comes to need the source layer has it long before the keyframe of the camera, and keeps it after', async ({
  worker,
  joinEvent,
}) => {
  const startedMs = await startCamera(worker);
  const { viewer, frames } = await watch({ worker, joinEvent }, VideoQuality.LOW);
  await until('the low layer arrives', () => frames.length > 30);

  const demandedMs = Date.now();
  viewer.setQuality(VideoQuality.HIGH);
  const first = await until('the source layer arrives', () => frames.find(large), { timeoutMs: gopSeconds * 1000 });
  const untilKeyframeMs = gopSeconds * 1000 - (demandedMs - startedMs);
  expect(first.arrivedMs - demandedMs).toBeLessThan(untilKeyframeMs / 2);

  const handedBackMs = startedMs + (gopSeconds + 1) * 1000;
  await until(
    'the source layer goes on after the keyframe of the camera',
    () => large(frames.at(-1) as SeenFrame) && capturedMs(frames.at(-1) as SeenFrame) > handedBackMs,
    { timeoutMs: 2 * gopSeconds * 1000 },
  );
  // Where one follows the other nothing is shown twice, or broken. LiveKit may change the layer, and show a picture of both.
  const seen = frames.slice(frames.indexOf(first)).filter(large);
  const stepsMs = seen.slice(1).map((frame, index) => capturedMs(frame) - capturedMs(seen[index] as SeenFrame));
  expect(Math.min(...stepsMs)).toBeGreaterThan(0);
}, 60_000);

test('who watches the source layer alone has no low layer made, which is there for whoever needs it', async ({
  worker,
  joinEvent,
}) => {
  await startCamera(worker);
  const { viewer, frames } = await watch({ worker, joinEvent }, VideoQuality.HIGH);
  const untilWatched = (low: boolean) =>
    until(
      low ? 'the low layer is made' : 'the source layer alone is made',
      () => worker.log().lastIndexOf(`"watched":{"low":${low},"source":true}`) > saidBefore,
      { timeoutMs: 15_000 },
    );
  let saidBefore = worker.log().length;
  await untilWatched(false);

  saidBefore = worker.log().length;
  viewer.setQuality(VideoQuality.LOW);
  await untilWatched(true);
  const low = await until('the low layer arrives after the source layer', () =>
    frames.find((frame, index) => index > frames.findIndex(large) && !large(frame)),
  );
  const before = frames[frames.indexOf(low) - 1];
  expect(capturedMs(low) - capturedMs(before as SeenFrame)).toBeLessThan(500);

  const other = await watch({ worker, joinEvent }, VideoQuality.LOW);
  await until('the low layer arrives at another viewer', () => other.frames.length > 10);
}, 60_000);
