import { setTimeout as sleep } from 'node:timers/promises';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { type CodecContext, FFmpegError, Frame, Rational } from 'node-av/lib';
import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { addTicks, ticksPerMs } from '@/lib/core/timestamp33';
import { joinAnnexB, splitAnnexB } from '@/lib/media/codecs/annex-b';
import { AudioEncoder } from '@/lib/media/codecs/audio-encoder';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { precisionTimeStampNal } from '@/lib/media/codecs/sei';
import { makeVideoEncoder } from '@/lib/media/codecs/video-encoder';
import { newPacket, tickBase } from '@/lib/media/frame';
import { MpegTsMuxer } from '@/lib/media/mpegts/mpegts-muxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { audioRateHz } from '@/lib/media/stereo';
import { adtsFrame } from '../rtmp/codec-config';
import type { Source, SourceFeed } from '../source';
import { pictureSize, TestPicture } from './test-picture';
import { testTone } from './test-tone';

const fps = 30;
const frameSamples = 1_024;
const frameMs = (frameSamples / audioRateHz) * 1_000;
const audioBitrateBps = 96_000n;
const aacLowComplexity = { profile: 1, rateIndex: 3, channels: 2 };
/** Beyond this the clock was set, or the machine slept: the picture goes on from now. */
const maxLateMs = 500;
/** As encoders send by SRT. */
const datagramBytes = 7 * packetBytes;
const delimiter = Buffer.from([nalType.accessUnitDelimiter, 0xf0]);
const wrapTicks = 2 ** 33;

/** Makes a picture and a tone that carry their time of capture, as a camera for measuring all that follows. */
export class TestSource implements Source {
  readonly #picture: TestPicture;
  readonly #muxer = new MpegTsMuxer();
  readonly #packet = newPacket();
  readonly #sound = new AudioEncoder('aac', { bitrateBps: audioBitrateBps, timeBase: tickBase });
  readonly #video: CodecContext;

  /** @throws FFmpegError when an encoder does not open */
  constructor({ number, name }: Extract<WorkerSource, { kind: 'test' }>) {
    this.#picture = new TestPicture(number, name);
    this.#muxer.setTracks({ video: 'h264', audio: 'aac' });
    const frame = this.#frame(0);
    this.#video = openEncoder(frame);
    frame.free();
  }

  /** Fills the feed until `signal`. @throws FFmpegError when a frame cannot be encoded */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    feed.connected();
    try {
      while (!signal.aborted) await this.#runFrom(Math.ceil(Date.now()), feed, signal);
    } finally {
      this.#video.freeContext();
      this.#sound.close();
      this.#packet.free();
    }
  }

  /** Sends frames that are evenly spaced from a moment on, until the clock no longer agrees. */
  async #runFrom(startMs: number, feed: SourceFeed, signal: AbortSignal): Promise<void> {
    let audioFrames = 0;
    for (let index = 0; !signal.aborted; index++) {
      const dueMs = startMs + (index * 1_000) / fps;
      const waitMs = dueMs - Date.now();
      if (Math.abs(waitMs) > maxLateMs) return;
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      this.#sendPicture(dueMs, feed);
      // Like a microphone: a frame of audio goes out once its last sample is there.
      for (; startMs + (audioFrames + 1) * frameMs <= dueMs; audioFrames++) {
        this.#sendTone(startMs + audioFrames * frameMs, feed);
      }
    }
  }

  #sendPicture(ms: number, feed: SourceFeed): void {
    this.#picture.draw(Math.round(ms));
    const frame = this.#frame(ms);
    const sent = this.#video.sendFrameSync(frame);
    frame.free();
    FFmpegError.throwIfError(sent, 'encode the test picture');
    while (this.#video.receivePacketSync(this.#packet) >= 0) {
      const { data, isKeyframe } = this.#packet;
      if (data) send(this.#muxer.accessUnit('video', accessUnit(data, ms), ticksAt(ms), isKeyframe), feed);
      this.#packet.unref();
    }
  }

  #sendTone(ms: number, feed: SourceFeed): void {
    const samples = testTone(ms, frameSamples);
    const plane = Buffer.from(samples.buffer);
    const frame = Frame.fromAudioBuffer(Buffer.concat([plane, plane]), {
      nbSamples: frameSamples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: audioRateHz,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: tickBase,
      pts: BigInt(Math.round(ms * ticksPerMs)),
    });
    this.#sound.encode(frame, ({ data, pts }) => {
      if (!data) return;
      const ticks = addTicks(0, Number(pts) % wrapTicks);
      send(this.#muxer.accessUnit('audio', adtsFrame(aacLowComplexity, data), ticks, true), feed);
    });
    frame.free();
  }

  #frame(ms: number): Frame {
    const frame = Frame.fromVideoBuffer(this.#picture.data, {
      ...pictureSize,
      format: AV_PIX_FMT_YUV420P,
      timeBase: tickBase,
      pts: BigInt(Math.round(ms * ticksPerMs)),
    });
    frame.colorRange = AVCOL_RANGE_MPEG;
    frame.colorSpace = AVCOL_SPC_BT709;
    return frame;
  }
}

function openEncoder(frame: Frame): CodecContext {
  const { codec, encoder } = makeVideoEncoder(FF_ENCODER_LIBX264, frame, {
    pixelFormat: AV_PIX_FMT_YUV420P,
    framerate: new Rational(fps, 1),
    keyframeIntervalFrames: fps,
  });
  encoder.threadCount = 1;
  // Set separately, because node-av 6.1 frees the options of open2Sync twice.
  for (const [name, value] of Object.entries({ preset: 'ultrafast', tune: 'zerolatency', crf: '23' })) {
    FFmpegError.throwIfError(encoder.setOption(name, value), `set up the encoder of the test picture`);
  }
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'open the encoder of the test picture');
  return encoder;
}

/** An access unit with the time of its capture (MISB ST 0604), as a camera with a clock sends it. */
function accessUnit(data: Buffer, ms: number): Buffer {
  const nals = splitAnnexB(data).filter((nal) => nalTypeOf(nal) !== nalType.accessUnitDelimiter);
  const slice = nals.findIndex((nal) => nalTypeOf(nal) === nalType.slice || nalTypeOf(nal) === nalType.idr);
  return joinAnnexB([delimiter, ...nals.slice(0, slice), precisionTimeStampNal(ms), ...nals.slice(slice)]);
}

const ticksAt = (ms: number): number => addTicks(0, Math.round(ms * ticksPerMs) % wrapTicks);

function send(packets: Buffer, feed: SourceFeed): void {
  for (let offset = 0; offset < packets.length; offset += datagramBytes) {
    feed.addDatagram(packets.subarray(offset, offset + datagramBytes));
  }
}
