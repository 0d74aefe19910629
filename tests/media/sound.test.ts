import { TrackType } from '@livekit/protocol';
import { afterEach, test } from 'vitest';
import { encode, liveH264, testPicture } from '../support/encode';
import { ffmpeg, stopFfmpegs } from '../support/ffmpeg';
import { RoomDecoder } from '../support/room-decoder';
import { listParticipants } from '../support/room-participants';
import { RoomViewer } from '../support/room-viewer';
import { until } from '../support/until';
import { startWorker, type WorkerProcess } from '../support/worker-process';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  stopFfmpegs();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Two seconds of one tone. */
const tone = (frequencyHz: number, ...args: string[]): Promise<Buffer> =>
  encode(['-f', 'lavfi', '-i', `sine=frequency=${frequencyHz}:sample_rate=48000:duration=2`, ...args]);

/** One SRT caller that sends these transport streams one after the other, each in two seconds. */
function send({ job }: WorkerProcess, parts: Buffer[]): void {
  const caller = ffmpeg(
    [
      ...['-f', 'data', '-raw_packet_size', '1316', '-i', 'pipe:0', '-map', '0', '-c', 'copy', '-f', 'data'],
      `srt://${job.podIp}:${job.inputPort}?mode=caller&latency=120000&pkt_size=1316`,
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
  cleanups.push(() => clearInterval(timer));
}

test('sound alone, of a codec and layout that change in mid-stream, is heard all the way', async () => {
  const parts = [
    await tone(440, '-c:a', 'aac', '-ac', '2'),
    await tone(1_000, '-c:a', 'mp2', '-ac', '1', '-ar', '44100'),
    await tone(2_000, '-c:a', 'ac3', '-ac', '6'),
  ];
  const worker = await startWorker();
  cleanups.push(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  const heard: number[] = [];
  const decoder = new RoomDecoder({
    onSound: ({ samples }) => {
      const hz = samples.filter((sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0).length * 50;
      heard.push(hz);
    },
  });
  const viewer = await RoomViewer.joinEvent(worker.eventId, { onRtp: (kind, packet) => decoder.push(kind, packet) });
  cleanups.push(
    () => decoder.close(),
    () => viewer.close(),
  );
  // The first part again and again, for LiveKit and the viewer take their time to meet.
  send(worker, [parts[0] ?? Buffer.alloc(0), ...parts]);
  const isHeard = (frequencyHz: number) => heard.filter((hz) => Math.abs(hz - frequencyHz) <= 50).length > 25;
  await until(() => [440, 1_000, 2_000].every(isHeard), { timeoutMs: 20_000, what: 'three tones' }).catch((cause) => {
    throw new Error(`${cause}: ${heard}, the worker said:\n${worker.log()}`, { cause });
  });
});

test('a picture whose sound comes later gets it', async () => {
  const picture = [...testPicture('320x180'), ...liveH264, '-b:v', '300k', '-t', '2'];
  const silent = await encode(picture);
  const loud = await encode(['-f', 'lavfi', '-i', 'sine=sample_rate=48000', ...picture, '-c:a', 'aac']);
  const worker = await startWorker();
  cleanups.push(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  send(worker, [silent, loud, loud, loud]);
  const untilTracks = (...types: TrackType[]) =>
    until(
      async () => {
        const [camera] = await listParticipants(worker.eventId);
        const published = camera?.tracks.map(({ type }) => type).sort();
        return published?.join() === types.join();
      },
      { timeoutMs: 10_000, what: `tracks ${types}` },
    );
  await untilTracks(TrackType.VIDEO);
  await untilTracks(TrackType.AUDIO, TrackType.VIDEO);
});
