import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silenceLevelsDbfs } from '@/lib/contracts/alarms/alarm-kinds';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { H264Reader } from '@/lib/media/codecs/h264-reader';
import { ParameterLimits } from '@/lib/media/codecs/parameter-limits';
import { ProbingReader } from '@/lib/media/codecs/probing-reader';
import { makeVideoDecoder, type VideoCodec } from '@/lib/media/codecs/video-decoder';
import type { VideoReader } from '@/lib/media/codecs/video-reader';
import type { ElementaryStream } from '@/lib/media/mpegts/elementary-stream';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { log } from '@/lib/platform/log';
import { FaultLog } from '@/server/worker/control/fault-log';
import { AudioWatch } from '@/server/worker/monitor/audio/audio-watch';
import { PictureWatch } from '@/server/worker/monitor/picture/picture-watch';
import { encode } from '../support/camera/encode';
import { ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';

/*
 * Good footage that looks faulty, through the worker's own demultiplexer, readers, decoders and detectors. The detectors
 * run by the footage's clock and nothing waits, so an hour of it takes minutes.
 */

/** Half the usual rate, at half the usual bitrates: half the work, and frames of the usual size. */
const fps = 15;
const clipSeconds = 20;
/** One picture, changed by filters, for as long as it is asked for. */
const still = (filters: string) =>
  `testsrc2=size=640x360:rate=${fps},trim=end_frame=1,${filters},loop=loop=-1:size=1,setpts=N/${fps}/TB`;
const dim = 'eq=brightness=-0.35:contrast=0.4,gblur=sigma=3';

/** Scenes with a sensor's noise, which differs by frame and by seed. */
const footage = {
  'a dark scene': `${still(dim)},noise=alls=4:allf=t`,
  'a still scene with the faintest noise': `${still('gblur=sigma=3')},noise=alls=2:allf=t`,
  'an empty stage on which a light moves slowly': `${still(dim)},drawbox=x=mod(t*8\\,600):y=150:w=40:h=40:c=gray:t=fill,noise=alls=3:allf=t`,
};
type Footage = keyof typeof footage;
/** A room in which nobody speaks: peaks at about −50 dBFS. */
const roomTone = ['-f', 'lavfi', '-i', 'anoisesrc=color=pink:amplitude=0.006:sample_rate=48000'];

const encoders: Record<VideoCodec, string[]> = {
  h264: ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '30'],
  hevc: ['-c:v', 'libx265', '-preset', 'ultrafast', '-tune', 'zerolatency', '-x265-params', 'log-level=none:keyint=30'],
  mpeg2video: ['-c:v', 'mpeg2video', '-g', '15'],
};

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-footage-'));
});

afterAll(async () => {
  stopFfmpegs();
  await rm(folder, { recursive: true });
});

/** A camera's transport stream of so many seconds. */
async function send({ name, codec, bitrate, seconds, seed }: Case): Promise<Buffer> {
  const clip = path.join(folder, `${codec}-${seed}.y4m`);
  const filter = `${footage[name]}:all_seed=${seed},format=yuv420p`;
  const made = ffmpeg(['-f', 'lavfi', '-i', filter, '-t', String(clipSeconds), '-y', clip]);
  expect(await made.ended, made.log()).toBe(0);
  const input = ['-stream_loop', '-1', '-i', clip, ...roomTone, '-t', String(seconds)];
  return encode([...input, ...encoders[codec], '-b:v', bitrate, '-c:a', 'aac', '-muxdelay', '0']);
}

/** The longest fault that each detector has reported, in seconds. */
interface Longest {
  black: number;
  frozen: number;
  silent: number;
}

/** The worker's detectors, once as while somebody watches and once as while nobody does. */
class Detectors {
  readonly longest: Longest = { black: 0, frozen: 0, silent: 0 };
  frames = 0;
  #nowMs = 0;
  readonly #now = () => this.#nowMs;
  readonly #reader: VideoReader;
  readonly #watched = new PictureWatch(new FaultLog(log), () => undefined, this.#now);
  readonly #unwatched = new PictureWatch(new FaultLog(log), () => undefined, this.#now);
  readonly #audio = new AudioWatch({ add: (_, error) => expect.fail(String(error)) }, this.#now);
  readonly #decoder: CodecContext;
  readonly #packet = new Packet();
  readonly #frame = new Frame();

  constructor(codec: VideoCodec) {
    const limits = new ParameterLimits(codec, 4096);
    this.#reader = codec === 'h264' ? new H264Reader(limits) : new ProbingReader(codec, limits);
    for (const watch of [this.#watched, this.#unwatched]) watch.start(codec, limits.maxPixels);
    const made = makeVideoDecoder(codec, { isReordered: false, maxThreads: 1, maxPixels: limits.maxPixels });
    FFmpegError.throwIfError(made.decoder.open2Sync(made.codec, null), 'open the decoder');
    this.#decoder = made.decoder;
    this.#packet.alloc();
    this.#frame.alloc();
    this.#audio.start('aac');
  }

  async take(packet: PesPacket, kind: ElementaryStream['kind']): Promise<void> {
    this.#nowMs = Math.max(this.#nowMs, (packet.dts / ticksPerSecond) * 1_000);
    if (kind === 'audio')
      this.#audio.addPacket({ data: packet.data, ticks: Math.round((this.#nowMs / 1_000) * ticksPerSecond) });
    else for (const accessUnit of this.#reader.read(packet.data)) await this.#show(accessUnit);
    const { black, frozen } = this.#longestOf(this.#watched, this.#unwatched);
    const silent = this.#audio.silentSeconds[silenceLevelsDbfs.indexOf(defaultAlarms.silent.below_dbfs)] ?? Number.NaN;
    this.longest.black = Math.max(this.longest.black, black);
    this.longest.frozen = Math.max(this.longest.frozen, frozen);
    this.longest.silent = Math.max(this.longest.silent, silent);
  }

  close(): void {
    for (const watch of [this.#watched, this.#unwatched]) watch.stop();
    this.#audio.stop();
    this.#decoder.freeContext();
    this.#packet.free();
    this.#frame.free();
  }

  async #show(accessUnit: ReturnType<VideoReader['read']>[number]): Promise<void> {
    this.frames++;
    this.#packet.data = accessUnit.data;
    this.#decoder.sendPacketSync(this.#packet);
    this.#packet.unref();
    while (this.#decoder.receiveFrameSync(this.#frame) >= 0) {
      this.#watched.addLowLayerFrame(this.#frame);
      this.#frame.unref();
    }
    await Promise.all([this.#watched.addAccessUnit(accessUnit), this.#unwatched.addAccessUnit(accessUnit)]);
  }

  #longestOf(...watches: PictureWatch[]): { black: number; frozen: number } {
    const all = watches.map(({ seconds }) => seconds);
    return {
      black: Math.max(...all.map(({ black }) => black ?? 0)),
      frozen: Math.max(...all.map(({ frozen }) => frozen ?? 0)),
    };
  }
}

/** Sends a camera's transport stream through the detectors. */
async function watch(codec: VideoCodec, bytes: Buffer): Promise<Detectors> {
  const detectors = new Detectors(codec);
  let kinds = new Map<number, ElementaryStream['kind']>();
  const packets: PesPacket[] = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: (streams) => {
      kinds = new Map(streams.map(({ pid, kind }) => [pid, kind]));
    },
    onPesPacket: (packet) => packets.push(packet),
  });
  demuxer.addBytes(bytes);
  demuxer.flush();
  try {
    for (const packet of packets) await detectors.take(packet, kinds.get(packet.pid) ?? 'video');
  } finally {
    detectors.close();
  }
  return detectors;
}

interface Case {
  name: Footage;
  codec: VideoCodec;
  bitrate: string;
  seconds: number;
  seed: number;
}

/** With 300, an hour of H.264 of all three together, which takes seven minutes here. */
const h264Seconds = Number(process.env.FOOTAGE_SECONDS ?? 20);
const names = Object.keys(footage) as Footage[];
const cases = names.flatMap((name): Case[] => [
  ...[1, 2, 3, 4].map((seed): Case => ({ name, codec: 'h264', bitrate: '250k', seconds: h264Seconds, seed })),
  { name, codec: 'hevc', bitrate: '250k', seconds: 15, seed: 5 },
  { name, codec: 'mpeg2video', bitrate: '1000k', seconds: 20, seed: 6 },
]);

test.each(cases)(
  '$seconds s of $name by $codec at $bitrate, $seed, are neither black, frozen nor silent',
  async (footageCase) => {
    const detectors = await watch(footageCase.codec, await send(footageCase));
    const { frames, longest } = detectors;
    process.stdout.write(`${footageCase.name}, ${footageCase.codec}: ${frames} frames, ${JSON.stringify(longest)}\n`);
    const { black, frozen, silent } = defaultAlarms;
    expect(frames).toBeGreaterThan(footageCase.seconds * fps * 0.99);
    expect(longest.black).toBeLessThan(black.delay_seconds);
    expect(longest.frozen).toBeLessThan(frozen.delay_seconds);
    expect(longest.silent).toBeLessThan(silent.delay_seconds);
  },
  240_000,
);

test('a picture that freezes is frozen soon, though its encoder goes on filling its bitrate', async () => {
  const freezes = 'testsrc2=size=1280x720:rate=30,trim=end=4,setpts=PTS-STARTPTS,tpad=stop_mode=clone:stop_duration=10';
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-g', '60'];
  const bitrate = ['-b:v', '4M', '-minrate', '4M', '-maxrate', '4M', '-bufsize', '4M', '-x264-params', 'nal-hrd=cbr'];
  const input = ['-f', 'lavfi', '-i', `${freezes},format=yuv420p`, '-t', '14'];
  const { longest } = await watch('h264', await encode([...input, ...encoder, ...bitrate, '-muxdelay', '0']));
  expect(longest.frozen).toBeGreaterThan(5);
});
