import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { addTicks, ticksPerMs } from '@/lib/core/timestamp33';
import { joinAnnexB, splitAnnexB } from '@/lib/media/codecs/annex-b';
import { AudioEncoder } from '@/lib/media/codecs/audio-encoder';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { precisionTimeStampNal } from '@/lib/media/codecs/sei';
import { tickBase } from '@/lib/media/frame';
import { MpegTsMuxer } from '@/lib/media/mpegts/mpegts-muxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { audioRateHz } from '@/lib/media/stereo';
import { adtsFrame } from '../rtmp/codec-config';
import type { SourceFeed } from '../source';
import { PictureEncoder, type PictureEncoderOptions } from './picture-encoder';

/** Samples of one AAC frame, and its duration. */
export const soundSamples = 1_024;
export const soundMs = (soundSamples / audioRateHz) * 1_000;
const aacLowComplexity = { profile: 1, rateIndex: 3, channels: 2 };
/** As encoders send by SRT. */
const datagramBytes = 7 * packetBytes;
const delimiter = Buffer.from([nalType.accessUnitDelimiter, 0xf0]);
const wrapTicks = 2 ** 33;

export interface StreamEncoderOptions extends PictureEncoderOptions {
  audioBps: bigint;
}

/**
 * Makes a camera's stream of pictures and sound that the worker has itself: H.264 and AAC in MPEG-TS. Each picture says
 * when it was captured (MISB ST 0604).
 */
export class StreamEncoder {
  readonly #muxer = new MpegTsMuxer();
  readonly #sound: AudioEncoder;
  readonly #video: PictureEncoder;

  /** @throws FFmpegError when the encoder of the sound does not open */
  constructor(options: StreamEncoderOptions) {
    this.#muxer.setTracks({ video: 'h264', audio: 'aac' });
    this.#sound = new AudioEncoder('aac', { bitrateBps: options.audioBps, timeBase: tickBase });
    this.#video = new PictureEncoder(options);
  }

  /** The encoder of the pictures, by FFmpeg's name; undefined before the first one. */
  get videoEncoder(): string | undefined {
    return this.#video.encoderName;
  }

  /**
   * Sends a picture of {@link pictureFrame}'s kind.
   * @param clockMs the stream's time, which only grows @param capturedMs since 1970
   * @throws FFmpegError when it cannot be encoded
   */
  async sendPicture(picture: Frame, clockMs: number, capturedMs: number, feed: SourceFeed): Promise<void> {
    for (const { data, isKeyframe } of await this.#video.encode(picture, clockMs * ticksPerMs)) {
      const unit = accessUnit(data, capturedMs);
      send(this.#muxer.accessUnit('video', unit, ticksAt(clockMs), isKeyframe), feed);
    }
  }

  /**
   * Sends a frame of sound.
   * @param samples the left channel's {@link soundSamples}, and behind them the right one's
   * @param clockMs the time of the first sample, on the same clock as the pictures
   * @throws FFmpegError when it cannot be encoded
   */
  sendSound(samples: Float32Array, clockMs: number, feed: SourceFeed): void {
    const frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), {
      nbSamples: soundSamples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: audioRateHz,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: tickBase,
      pts: BigInt(Math.round(clockMs * ticksPerMs)),
    });
    this.#sound.encode(frame, ({ data, pts }) => {
      if (!data) return;
      const ticks = addTicks(0, Number(pts) % wrapTicks);
      send(this.#muxer.accessUnit('audio', adtsFrame(aacLowComplexity, data), ticks, true), feed);
    });
    frame.free();
  }

  close(): void {
    this.#video.close();
    this.#sound.close();
  }
}

/** An access unit with the time of its capture, as a camera with a clock sends it. */
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
