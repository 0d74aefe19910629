import { TrackType } from '@livekit/protocol';
import { expect, type TestContext, test } from 'vitest';
import { encode, liveH264, testFrames } from '../support/camera/encode';
import { ffmpeg } from '../support/camera/ffmpeg';
import { RoomDecoder } from '../support/room/room-decoder';
import { listParticipants } from '../support/room/room-participants';
import { RoomViewer } from '../support/room/room-viewer';
import { toneShare } from '../support/room/tone-share';
import { until } from '../support/until';
import { inputUrl, startWorker, type WorkerProcess } from '../support/worker/worker-process';

/** Two seconds of one tone. */
const tone = (frequencyHz: number, ...args: string[]): Promise<Buffer> =>
  encode(['-f', 'lavfi', '-i', `sine=frequency=${frequencyHz}:sample_rate=48000:duration=2`, ...args]);

/** One SRT caller that sends these transport streams one after the other, each in two seconds. */
function send(worker: WorkerProcess, parts: Buffer[], { onTestFinished }: TestContext): void {
  const caller = ffmpeg(
    [
      ...['-f', 'data', '-raw_packet_size', '1316', '-i', 'pipe:0', '-map', '0', '-c', 'copy', '-f', 'data'],
      `${inputUrl(worker)}&latency=120000&pkt_size=1316`,
    ],
    { hasInput: true },
  );
  const slices = parts.flatMap((part) =>
    Array.from({ length: 100 }, (_, index) =>
      part.subarray(Math.floor((part.length * index) / 100), Math.floor((part.length * (index + 1)) / 100)),
    ),
  );
  const timer = setInterval(() => {
    const slice = slices.shift();
    if (slice) caller.child.stdin?.write(slice);
    else clearInterval(timer);
  }, 20);
  onTestFinished(async () => {
    clearInterval(timer);
    caller.child.kill('SIGKILL');
    await caller.ended;
  });
}

async function startReadyWorker({ onTestFinished }: TestContext): Promise<WorkerProcess> {
  const worker = await startWorker();
  onTestFinished(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  return worker;
}

test.concurrent('audio alone, of a codec and layout that change in mid-stream, is heard all the way', async (context) => {
  const parts = [
    // 440 Hz on the left, see tests/fixtures.
    await encode(['-i', 'tests/fixtures/he-aac-v2.loas', '-c:a', 'copy', '-t', '2']),
    await tone(1_000, '-c:a', 'mp2', '-ac', '1', '-ar', '44100'),
    await tone(2_000, '-c:a', 'ac3', '-ac', '6'),
  ];
  const worker = await startReadyWorker(context);
  const heard = new Map([440, 1_000, 2_000].map((hz) => [hz, 0]));
  const decoder = new RoomDecoder({
    onAudio({ samples }) {
      for (const [hz, count] of heard) if (toneShare(samples, hz) > 0.8) heard.set(hz, count + 1);
    },
  });
  const viewer = await RoomViewer.joinEvent(worker.eventId, { onRtp: (kind, packet) => decoder.push(kind, packet) });
  context.onTestFinished(async () => {
    await viewer.close();
    decoder.close();
  });
  // The first part again and again, for LiveKit and the viewer take their time to meet.
  send(worker, [parts[0] ?? Buffer.alloc(0), ...parts], context);
  const { media } = await worker.untilReport((report) => Boolean(report.media?.audio?.channels), 'sound');
  expect(media?.audio, 'its true rate, not that of its core').toEqual({
    codec: 'aac_latm',
    sampleRateHz: 48_000,
    channels: 2,
  });
  const isHeard = () => [...heard.values()].every((count) => count > 25);
  await until('three tones are heard', isHeard, { timeoutMs: 20_000 }).catch((cause) => {
    throw new Error(`${cause}: ${JSON.stringify([...heard])}, the worker said:\n${worker.log()}`, { cause });
  });
});

test.concurrent('a frame whose audio comes later gets it', async (context) => {
  const frame = [...testFrames('320x180'), ...liveH264, '-b:v', '300k', '-t', '2'];
  const silent = await encode(frame);
  const loud = await encode(['-f', 'lavfi', '-i', 'sine=sample_rate=48000', ...frame, '-c:a', 'aac']);
  const worker = await startReadyWorker(context);
  send(worker, [silent, loud, loud, loud], context);
  const untilTracks = (...types: TrackType[]) =>
    until(
      `the tracks are ${types}`,
      async () => {
        const [camera] = await listParticipants(worker.eventId);
        const published = camera?.tracks.map(({ type }) => type).sort();
        return published?.join() === types.join();
      },
      { timeoutMs: 10_000 },
    );
  await untilTracks(TrackType.VIDEO);
  await untilTracks(TrackType.AUDIO, TrackType.VIDEO);
});
