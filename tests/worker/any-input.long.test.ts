import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import { encode, testTone } from '../support/camera/encode';
import { stopFfmpegs } from '../support/camera/ffmpeg';
import { packAccessUnits } from '../support/camera/pack-access-units';
import { type Replay, startReplay } from '../support/camera/replay';
import { RoomDecoder, type SeenFrame } from '../support/room/room-decoder';
import { listParticipants } from '../support/room/room-participants';
import { RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';
import { startWorker, type WorkerProcess } from '../support/worker/worker-process';

/*
 * Two workers side by side, each with one encoder after the other, and for each a viewer who decodes what arrives in the
 * room. The video grows brighter from frame to frame, again and again, so that any two in the wrong order show.
 */

const seconds = 8;
const lightStep = 4;
/**
 * By rounding, a frame may be slightly darker than the one before. When LiveKit changes the layer, a frame may repeat, or
 * the new layer may lag and continue one tick later. A new round of brightening is much darker, and after a long gap any
 * light is right.
 */
const isWrong = ({ ticks, light, isOfOtherLayer }: Step) => {
  const steps = isOfOtherLayer ? (ticks === 1 ? 10.5 : 1.5) : 0.5;
  return ticks <= 0 || (ticks <= maxGapTicks && light < lightStep * -steps && light > -100);
};
const enoughFrames = 20;
const ticksPerFrame = 90_000 / 30;
const maxGapTicks = 10 * ticksPerFrame;

let workers: WorkerProcess[] = [];
/** Those that no test uses. */
const idle: WorkerProcess[] = [];

beforeAll(async () => {
  workers = await Promise.all([startWorker(), startWorker()]);
  for (const worker of workers) await worker.untilReport(({ ready }) => ready, 'ready');
  idle.push(...workers);
});

afterAll(async () => {
  stopFfmpegs();
  for (const worker of workers) await worker.stop();
});

/** A worker, and a viewer in its room. */
class Scene {
  frames: SeenFrame[] = [];
  audioCount = 0;
  readonly worker: WorkerProcess;
  #replay: Replay | undefined;

  private constructor(worker: WorkerProcess) {
    this.worker = worker;
  }

  /** It is taken down when the test has finished. */
  static async open({ onTestFinished }: TestContext): Promise<Scene> {
    const scene = new Scene(await until('a worker is idle', () => idle.pop(), { timeoutMs: 30_000 }));
    const { worker } = scene;
    const decoder = new RoomDecoder({
      onFrame: (frame) => scene.frames.push(frame),
      onAudio: () => {
        scene.audioCount++;
      },
    });
    const viewer = await RoomViewer.joinEvent(worker.eventId, { onRtp: (kind, packet) => decoder.push(kind, packet) });
    onTestFinished(async () => {
      await scene.#replay?.stop();
      await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
      await viewer.close();
      decoder.close();
      idle.push(worker);
    });
    return scene;
  }

  /** Sends a stream of so many seconds. */
  send(bytes: Buffer, duration = seconds): void {
    const { host, inputPort } = this.worker.spec.address;
    this.#replay = startReplay(`srt://${host}:${inputPort}?mode=caller`, bytes, duration);
  }

  /** Waits until the worker says what it gets, and returns that. */
  async untilMedia(matches: (media: StreamMedia) => boolean): Promise<StreamMedia | null> {
    const isIt = ({ media, signal }: WorkerProcess['reports'][number]) =>
      signal === 'live' && media !== null && matches(media);
    return (await this.worker.untilReport(isIt, 'what it gets')).media;
  }

  /** Waits for frames in the room, of either layer, and expects them in order; the full ones are published in this size. */
  async expectFrames({ width, height }: typeof size): Promise<void> {
    const untilTrack = until(`the room has a frame ${width} wide`, async () => {
      const participants = await listParticipants(this.worker.eventId);
      return participants.flatMap(({ tracks }) => tracks).find((track) => track.width === width);
    });
    expect(await untilTrack).toMatchObject({ height, mimeType: 'video/H264' });
    // LiveKit fills pauses with frames of 2x2.
    const seen = () => this.frames.filter((frame) => frame.width > 2);
    await until('enough frames arrive', () => seen().length >= enoughFrames, { timeoutMs: 20_000 }).catch(
      (cause: unknown) => {
        throw new Error(`${cause}. The worker said:\n${this.worker.log()}`);
      },
    );
    const steps = stepsOf(seen());
    expect(steps.filter(isWrong)).toEqual([]);
    expect(steps.filter(({ light }) => light > lightStep / 2).length).toBeGreaterThan(enoughFrames / 2);
    for (const frame of seen()) expect(frame.width / frame.height).toBeCloseTo(width / height, 1);
  }
}

/** From a frame to the next. */
interface Step {
  ticks: number;
  light: number;
  isOfOtherLayer: boolean;
}

const stepsOf = (frames: SeenFrame[]): Step[] =>
  frames.flatMap((frame, index) => {
    const before = frames[index - 1];
    if (!before) return [];
    const ticks = (frame.rtpTimestamp - before.rtpTimestamp) | 0;
    const light = frame.brightness - before.brightness;
    return [{ ticks, light, isOfOtherLayer: frame.width !== before.width }];
  });

/** How many steps in a row lead to the very next frame, at its time. */
function longestRun(steps: Step[]): number {
  let [run, longest] = [0, 0];
  for (const { ticks, light } of steps) {
    const isNext = Math.abs(ticks - ticksPerFrame) < 90 && (Math.abs(light - lightStep) < 2 || light < -100);
    run = isNext ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

const size = { width: 848, height: 480 };
const brightening = ({ width, height } = size, rate = 30, filter = 'setsar=1') => [
  ...['-f', 'lavfi', '-i'],
  `color=gray:size=16x16:rate=${rate},geq=lum='40+mod(${lightStep}*N,160)':cb=128:cr=128,scale=${width}:${height}:flags=neighbor,${filter}`,
];
const steady = ['-g', '15', '-b:v', '1500k', '-maxrate', '1500k', '-bufsize', '800k'];
const x264 = (...options: string[]) => [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
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

const encodeAll = (args: string[], duration = seconds) => encode([...args, '-t', String(duration)]);

interface Row {
  args: string[];
  video: Partial<StreamMedia['video']>;
  reason: RegExp;
}

test.concurrent.for<[string, Row]>([
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
])('%s: transcoded, and in the right order', async ([, { args, video, reason }], context) => {
  const bytes = await encodeAll(args);
  const scene = await Scene.open(context);
  scene.send(bytes);
  expect(
    await scene.untilMedia((media) => media.mode === 'transcoded' && reason.test(media.reason ?? '')),
  ).toMatchObject({
    video: { ...size, ...video },
    audio: null,
  });
  await scene.expectFrames(size);
});

const mpeg2 = [...brightening(), '-c:v', 'mpeg2video', '-bf', '2', '-pix_fmt', 'yuv420p', ...steady];

test.concurrent('MPEG-2 with B-frames, up to three frames in a packet: each is shown, at its own time', async (context) => {
  const framesInPackets = [1, 3, 2];
  const bytes = packAccessUnits(await encodeAll(mpeg2, 2 * seconds), framesInPackets);
  const scene = await Scene.open(context);
  scene.send(bytes, 2 * seconds);
  expect(await scene.untilMedia(({ mode }) => mode === 'transcoded')).toMatchObject({
    video: { ...size, codec: 'mpeg2video', profile: 'Main' },
    reason: expect.stringMatching(/^MPEG-2/),
  });
  await scene.expectFrames(size);
  // Whatever a busy machine leaves out, for a while it shows every one of each kind of packet.
  const untilAll = until(
    'frame after frame arrives',
    () => longestRun(stepsOf(scene.frames)) > framesInPackets.reduce((sum, n) => sum + n, 0),
    { timeoutMs: 1_000 * seconds },
  );
  await untilAll.catch((cause: unknown) => {
    throw new Error(`${cause}: ${JSON.stringify(stepsOf(scene.frames))}`, { cause });
  });
});

test.concurrent('intra refresh, joined in its midst: live without a single IDR picture, and transcoded as soon as that is known', async (context) => {
  const bytes = await encodeAll([
    ...brightening(),
    ...x264('-tune', 'zerolatency', '-x264-params', 'intra-refresh=1:keyint=15'),
  ]);
  const scene = await Scene.open(context);
  // Starts at a whole packet behind the first frame.
  scene.send(bytes.subarray(Math.floor(bytes.length / 8 / 188) * 188));
  await scene.untilMedia(({ mode, reason }) => mode === 'transcoded' && /IDR/.test(reason ?? ''));
  await scene.expectFrames(size);
});

test.concurrent('video alone, then another codec and size in the same connection: frames come back by themselves', async (context) => {
  const plain = await encode([...brightening(), ...x264('-tune', 'zerolatency'), '-t', '4']);
  const other = { width: 1280, height: 720 };
  const hevc = await encode([...brightening(other), ...x265, '-t', '4']);
  const scene = await Scene.open(context);
  scene.send(Buffer.concat([plain, hevc]));
  expect(await scene.untilMedia(({ mode }) => mode === 'passthrough')).toMatchObject({
    video: { codec: 'h264', ...size },
    audio: null,
    reason: null,
  });
  await scene.expectFrames(size);
  scene.frames = [];
  expect(await scene.untilMedia(({ video }) => video?.codec === 'hevc')).toMatchObject({
    video: other,
    mode: 'transcoded',
  });
  await scene.expectFrames(other);
});

test.concurrent('audio alone', async (context) => {
  const bytes = await encodeAll([...testTone(44_100), '-c:a', 'aac', '-ac', '1']);
  const scene = await Scene.open(context);
  scene.send(bytes);
  // The stream names its encoder twice a second, so that the first report may come without it.
  const isWhole = ({ video, audio, encoder }: StreamMedia) => !video && Boolean(audio?.channels && encoder);
  expect(await scene.untilMedia(isWhole)).toEqual({
    video: null,
    audio: { codec: 'aac', sampleRateHz: 44_100, channels: 1 },
    encoder: 'FFmpeg',
    mode: null,
    reason: null,
  });
  await until('audio arrives', () => scene.audioCount > 10);
  const [camera] = (await listParticipants(scene.worker.eventId)).filter(({ tracks }) => tracks.length > 0);
  expect(camera?.tracks.map(({ mimeType }) => mimeType)).toEqual(['audio/opus']);
});
