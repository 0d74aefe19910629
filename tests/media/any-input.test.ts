import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StreamMedia } from '@/lib/streams/schema';
import { encode, testTone } from '../support/encode';
import { stopFfmpegs } from '../support/ffmpeg';
import { type Replay, startReplay } from '../support/replay';
import { RoomDecoder, type SeenPicture } from '../support/room-decoder';
import { listParticipants } from '../support/room-participants';
import { RoomViewer } from '../support/room-viewer';
import { until } from '../support/until';
import { startWorker, type WorkerProcess } from '../support/worker-process';

/*
 * One worker, one encoder after the other, and for each a viewer who decodes what arrives in the room. The picture grows brighter
 * from frame to frame, again and again, so that any two in the wrong order show.
 */

const seconds = 8;
const lightStep = 4;
/** A picture may be this much darker than the one before, by rounding; where it begins anew with dark it is more. */
const isWrong = (step: number) => step < -lightStep / 2 && step > -100;
const enoughPictures = 20;

let worker: WorkerProcess;
let viewer: RoomViewer;
let decoder: RoomDecoder;
let replay: Replay;
let pictures: SeenPicture[] = [];
let soundCount = 0;

beforeAll(async () => {
  worker = await startWorker();
  await worker.untilReport(({ ready }) => ready, 'the worker to be ready');
});

beforeEach(async () => {
  pictures = [];
  soundCount = 0;
  decoder = new RoomDecoder({
    onPicture: (picture) => pictures.push(picture),
    onSound: () => {
      soundCount++;
    },
  });
  viewer = await RoomViewer.joinEvent(worker.eventId, { onRtp: (kind, packet) => decoder.push(kind, packet) });
});

afterEach(async () => {
  await replay.stop();
  await worker.untilReport(({ signal }) => signal === 'lost', 'nothing to be connected');
  await viewer.close();
  decoder.close();
});

afterAll(async () => {
  stopFfmpegs();
  await worker?.stop();
});

const size = { width: 848, height: 480 };
const brightening = ({ width, height } = size, rate = 30, filter = 'setsar=1') => [
  ...['-f', 'lavfi', '-i'],
  `color=gray:size=16x16:rate=${rate},geq=lum='40+mod(${lightStep}*N,160)':cb=128:cr=128,scale=${width}:${height}:flags=neighbor,${filter}`,
];
const steady = ['-g', '15', '-b:v', '1500k', '-maxrate', '1500k', '-bufsize', '800k'];
const x264 = (...options: string[]) => [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  ...steady,
  ...options,
];
const x265 = [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  ...steady,
  '-x265-params',
  'log-level=none',
];

/** Sends a stream. */
function send(bytes: Buffer): void {
  const { podIp, inputPort } = worker.job;
  replay = startReplay(`srt://${podIp}:${inputPort}?mode=caller`, bytes, seconds);
}

const encodeAll = (args: string[]) => encode([...args, '-t', String(seconds)]);

/** Waits until the worker says what it gets, and returns that. */
async function untilMedia(matches: (media: StreamMedia) => boolean): Promise<StreamMedia | null> {
  const isIt = ({ media, signal }: WorkerProcess['reports'][number]) =>
    signal === 'live' && media !== null && matches(media);
  return (await worker.untilReport(isIt, 'what it gets')).media;
}

/** Waits for pictures in the room, of either layer, and expects them in order; the full ones are published in this size. */
async function expectPictures({ width, height }: typeof size): Promise<void> {
  const untilTrack = until(
    async () => {
      const participants = await listParticipants(worker.eventId);
      return participants.flatMap(({ tracks }) => tracks).find((track) => track.width === width);
    },
    { what: `a picture ${width} wide in the room` },
  );
  expect(await untilTrack).toMatchObject({ height, mimeType: 'video/H264' });
  // LiveKit fills pauses with pictures of 2x2.
  const seen = () => pictures.filter((picture) => picture.width > 2);
  await until(() => seen().length >= enoughPictures, { timeoutMs: 12_000, what: 'pictures' }).catch(
    (cause: unknown) => {
      throw new Error(`${cause}. The worker said:\n${worker.log()}`);
    },
  );
  const steps = seen().flatMap((picture, index, all) => {
    const before = all[index - 1];
    if (!before) return [];
    return [{ ticks: (picture.rtpTimestamp - before.rtpTimestamp) | 0, light: picture.brightness - before.brightness }];
  });
  expect(steps.filter(({ ticks, light }) => ticks <= 0 || isWrong(light))).toEqual([]);
  expect(steps.filter(({ light }) => light > lightStep / 2).length).toBeGreaterThan(enoughPictures / 2);
  for (const picture of seen()) expect(picture.width / picture.height).toBeCloseTo(width / height, 1);
}

interface Row {
  args: string[];
  video: Partial<StreamMedia['video']>;
  reason: RegExp;
}

test.each<[string, Row]>([
  [
    'B-frames',
    {
      args: [...brightening(), ...x264('-bf', '3')],
      video: { codec: 'h264', profile: 'Main' },
      reason: /B-frames/,
    },
  ],
  [
    '4:2:2',
    {
      args: [...brightening(), ...x264('-tune', 'zerolatency', '-pix_fmt', 'yuv422p')],
      video: { codec: 'h264', profile: 'High 4:2:2' },
      reason: /4:2:2/,
    },
  ],
  [
    '10 bits',
    {
      args: [...brightening(), ...x264('-tune', 'zerolatency', '-pix_fmt', 'yuv420p10le')],
      video: { codec: 'h264', profile: 'High 10' },
      reason: /10 bits/,
    },
  ],
  [
    'HEVC',
    {
      args: [...brightening(), ...x265],
      video: { codec: 'hevc', profile: 'Main' },
      reason: /^HEVC/,
    },
  ],
  [
    'MPEG-2 with B-frames',
    {
      args: [...brightening(), '-c:v', 'mpeg2video', '-bf', '2', '-pix_fmt', 'yuv420p', ...steady],
      video: { codec: 'mpeg2video', profile: 'Main' },
      reason: /^MPEG-2/,
    },
  ],
  [
    'interlaced, with pixels that are not square',
    {
      args: [
        ...brightening({ width: 720, height: 480 }, 25, 'setsar=53/45'),
        ...x264('-tune', 'zerolatency', '-flags', '+ildct+ilme', '-x264-params', 'tff=1'),
      ],
      video: { codec: 'h264', width: 720 },
      reason: /interlaced/,
    },
  ],
])('%s: transcoded, and in the right order', async (_, { args, video, reason }) => {
  send(await encodeAll(args));
  expect(await untilMedia((media) => media.mode === 'transcoded' && reason.test(media.reason ?? ''))).toMatchObject({
    video: { ...size, ...video },
    audio: null,
  });
  await expectPictures(size);
});

test('intra refresh, joined in its midst: live without a single IDR picture, and transcoded as soon as that is known', async () => {
  const bytes = await encodeAll([
    ...brightening(),
    ...x264('-tune', 'zerolatency', '-x264-params', 'intra-refresh=1:keyint=15'),
  ]);
  // Of whole packets, and behind the first picture.
  send(bytes.subarray(Math.floor(bytes.length / 8 / 188) * 188));
  await untilMedia(({ mode, reason }) => mode === 'transcoded' && /IDR/.test(reason ?? ''));
  await expectPictures(size);
});

test('picture alone, then another codec and size in the same connection: pictures come back by themselves', async () => {
  const plain = await encode([...brightening(), ...x264('-tune', 'zerolatency'), '-t', '4']);
  const other = { width: 1280, height: 720 };
  const hevc = await encode([...brightening(other), ...x265, '-t', '4']);
  send(Buffer.concat([plain, hevc]));
  expect(await untilMedia(({ mode }) => mode === 'untouched')).toMatchObject({
    video: { codec: 'h264', ...size },
    ...{ audio: null, reason: null },
  });
  await expectPictures(size);
  pictures = [];
  expect(await untilMedia(({ video }) => video?.codec === 'hevc')).toMatchObject({ video: other, mode: 'transcoded' });
  await expectPictures(other);
});

test('sound alone', async () => {
  send(await encodeAll([...testTone(44_100), '-c:a', 'aac', '-ac', '1']));
  expect(await untilMedia(({ video, audio }) => video === null && audio?.channels !== null)).toEqual({
    video: null,
    audio: { codec: 'aac', sampleRateHz: 44_100, channels: 1 },
    ...{ mode: null, reason: null },
  });
  await until(() => soundCount > 10, { what: 'sound' });
  const [camera] = (await listParticipants(worker.eventId)).filter(({ tracks }) => tracks.length > 0);
  expect(camera?.tracks.map(({ mimeType }) => mimeType)).toEqual(['audio/opus']);
});
