import { expect } from 'vitest';
import { encode, liveH264, testFrames } from '../support/camera/encode';
import { withPrecisionTimeStamp } from '../support/camera/encoder-time';
import { remux } from '../support/camera/remux';
import { startReplay } from '../support/camera/replay';
import { workerTest as test } from '../support/fixtures/worker-test';
import { inputUrl } from '../support/worker/worker-process';

const seconds = 12;
const videoPid = 0x100;
const h264Type = 0x1b;

test('an encoder that says when it captured each frame is measured from there', async ({
  startWorker,
  onTestFinished,
}) => {
  const worker = await startWorker();
  worker.gateway.answer({ validForMs: 7_000, srtLatencyMs: 120 });
  await worker.untilReport(({ ready }) => ready, 'ready');
  // An even bitrate, since the recording is sent by bytes.
  const rate = ['-b:v', '600k', '-maxrate', '600k', '-bufsize', '60k'];
  const bytes = await encode([...testFrames('640x360'), ...liveH264, ...rate, '-t', `${seconds}`]);
  // More than a machine under load is late by; less than an encoder may take.
  const encodedInMs = 1_500;
  const startMs = Date.now();
  let frame = 0;
  const stamped = remux(bytes, [{ pid: videoPid, type: h264Type }], ({ data }) =>
    withPrecisionTimeStamp(data, startMs - encodedInMs + (frame++ * 1_000) / 30),
  );
  const replay = startReplay(inputUrl(worker), stamped, seconds);
  onTestFinished(() => replay.stop());

  const { sample, media } = await worker.untilReport(
    (report) => report.media?.captureClock === 'encoder' && (report.sample?.captureToRoomMs ?? 0) > 0,
    'capture times of the encoder',
  );
  // The tables of this stream name no provider.
  expect(media?.encoder).toMatch(/^x264 core \d+$/);
  // With SRT's 120 ms.
  expect(sample?.captureToRoomMs).toBeGreaterThan(encodedInMs);
  expect(sample?.captureToRoomMs).toBeLessThan(encodedInMs + 120 + 3_000);
}, 60_000);
