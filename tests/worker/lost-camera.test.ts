import { expect } from 'vitest';
import { liveH264, testFrames, testTone } from '../support/camera/encode';
import { ffmpeg } from '../support/camera/ffmpeg';
import { workerTest as test } from '../support/fixtures/worker-test';
import { inputUrl, startEncoder, type WorkerProcess } from '../support/worker/worker-process';

const lost = (worker: WorkerProcess) => worker.untilReport(({ signal }) => signal === 'lost', 'lost');
const live = (worker: WorkerProcess) => worker.untilReport(({ signal }) => signal === 'live', 'live');

test('an encoder that hangs is lost before SRT gives it up, and live again on the same connection', async ({
  worker,
}) => {
  const encoder = startEncoder(worker);
  await live(worker);
  encoder.child.kill('SIGSTOP');
  const report = await lost(worker);
  expect(report).toMatchObject({ connectCount: 1, loss: { cause: 'silent' } });
  expect(report.loss?.agoMs).toBeGreaterThanOrEqual(1_900);
  encoder.child.kill('SIGCONT');
  expect(await live(worker)).toMatchObject({ connectCount: 1, loss: null });
});

test('an encoder that ends says so, and one that sends its sound alone is told from a silent one', async ({
  worker,
}) => {
  const ending = startEncoder(worker);
  await live(worker);
  ending.child.kill('SIGTERM');
  expect(await lost(worker)).toMatchObject({ loss: { cause: 'closed' } });
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
  await live(worker);
  expect(await lost(worker)).toMatchObject({ loss: { cause: 'no_frames' }, connectCount: 2 });
});
