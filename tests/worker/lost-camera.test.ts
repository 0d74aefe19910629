import { afterEach, expect, test } from 'vitest';
import { liveH264, testFrames, testTone } from '../support/camera/encode';
import { ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { inputUrl, startEncoder, startWorker, type WorkerProcess } from '../support/worker/worker-process';

let worker: WorkerProcess;

afterEach(async () => {
  stopFfmpegs();
  await worker.stop();
});

const lost = () => worker.untilReport(({ signal }) => signal === 'lost', 'lost');
const live = () => worker.untilReport(({ signal }) => signal === 'live', 'live');

async function start(): Promise<void> {
  worker = await startWorker();
  await worker.untilReport(({ ready }) => ready, 'ready');
}

test('an encoder that hangs is lost before SRT gives it up, and live again on the same connection', async () => {
  await start();
  const encoder = startEncoder(worker);
  await live();
  encoder.child.kill('SIGSTOP');
  const report = await lost();
  expect(report).toMatchObject({ connectCount: 1, loss: { cause: 'silent' } });
  expect(report.loss?.agoMs).toBeGreaterThanOrEqual(1_900);
  encoder.child.kill('SIGCONT');
  expect(await live()).toMatchObject({ connectCount: 1, loss: null });
});

test('an encoder that ends says so, and one that sends its sound alone is told from a silent one', async () => {
  await start();
  const ending = startEncoder(worker);
  await live();
  ending.child.kill('SIGTERM');
  expect(await lost()).toMatchObject({ loss: { cause: 'closed' } });
  ffmpeg([
    ...[
      '-re',
      '-t',
      '4',
      ...testFrames('640x360', 30),
      '-re',
      ...testTone(),
      ...liveH264,
      '-b:v',
      '300k',
      '-c:a',
      'aac',
    ],
    // The muxer would hold the audio back for ten seconds, in case more video comes.
    ...['-max_interleave_delta', '100000', '-f', 'mpegts', `${inputUrl(worker)}&latency=120000`],
  ]);
  await live();
  expect(await lost()).toMatchObject({ loss: { cause: 'no_frames' }, connectCount: 2 });
});
