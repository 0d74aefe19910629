import { VideoQuality } from '@livekit/protocol';
import { afterEach, test } from 'vitest';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintViewerToken } from '@/lib/platform/livekit/room-tokens';
import { liveH264, testTone } from '../support/camera/encode';
import { ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { RoomViewer } from '../support/room/room-viewer';
import { untilPublished } from '../support/worker/until-published';
import { inputUrl, startWorker, type WorkerProcess } from '../support/worker/worker-process';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  stopFfmpegs();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const black = (seconds: number | null) =>
  `${seconds === null ? 'unknown' : seconds >= 2 ? 'black' : seconds === 0 ? 'a picture' : 'for a moment'}`;

test('a black picture is reported while its low layer is watched, for as long as it is black', async () => {
  const worker: WorkerProcess = await startWorker();
  cleanups.push(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  // A picture for sixteen seconds, and black from then on.
  ffmpeg([
    ...['-re', '-f', 'lavfi', '-i', "testsrc2=size=640x360:rate=30,drawbox=t=fill:c=black:enable='gte(t,16)'"],
    ...[
      '-re',
      ...testTone(),
      ...liveH264,
      '-b:v',
      '500k',
      '-c:a',
      'aac',
      '-f',
      'mpegts',
      `${inputUrl(worker)}&latency=120000`,
    ],
  ]);
  await untilPublished(worker, 640);
  const untilPicture = (state: string) =>
    worker.untilReport(({ sample }) => sample !== null && black(sample.blackSeconds) === state, state);
  await untilPicture('unknown');
  const token = mintViewerToken(worker.eventId, 'viewer');
  const viewer = await RoomViewer.join(
    { url: livekitEnv().LIVEKIT_URL, token, quality: VideoQuality.LOW },
    { onRtp: () => undefined },
  );
  cleanups.push(() => viewer.close());
  await untilPicture('a picture');
  await untilPicture('black');
}, 90_000);
