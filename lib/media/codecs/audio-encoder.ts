import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_LIBOPUS,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type Frame, type Packet, type Rational } from 'node-av/lib';
import { newPacket } from '../frame';
import { audioRateHz } from '../stereo';

const formats = {
  aac: {
    find: () => Codec.findEncoder(AV_CODEC_ID_AAC),
    sampleFormat: AV_SAMPLE_FMT_FLTP,
    // Costs a third to half of FFmpeg's own choice.
    option: { name: 'aac_coder', value: 'fast' },
  },
  opus: {
    find: () => Codec.findEncoderByName(FF_ENCODER_LIBOPUS),
    sampleFormat: AV_SAMPLE_FMT_FLT,
    // From 0 to 10. More costs half as much again, and is inaudible at 128 kbit/s.
    option: { name: 'compression_level', value: 5 },
  },
} as const;

export interface AudioEncoderOptions {
  bitrateBps: bigint;
  /** The unit of its frames' timestamps. */
  timeBase: Rational;
  /** The codec's header goes into a file's, not into the packets. */
  isForFile?: boolean;
}

/** Encodes stereo of 48 kHz: AAC from planes, Opus from samples that alternate. */
export class AudioEncoder {
  readonly context = new CodecContext();
  readonly #packet = newPacket();
  readonly #codec: keyof typeof formats;

  /** @throws FFmpegError when FFmpeg lacks the codec, or does not open it */
  constructor(codec: keyof typeof formats, { bitrateBps, timeBase, isForFile = false }: AudioEncoderOptions) {
    const { find, sampleFormat, option } = formats[codec];
    const found = find();
    const { context } = this;
    this.#codec = codec;
    context.allocContext3(found);
    context.sampleRate = audioRateHz;
    context.sampleFormat = sampleFormat;
    context.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    context.timeBase = timeBase;
    context.bitRate = bitrateBps;
    if (isForFile) context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    try {
      // Set separately, because node-av 6.1 frees the options of open2Sync twice.
      FFmpegError.throwIfError(context.setOption(option.name, option.value), `set up the ${codec} encoder`);
      FFmpegError.throwIfError(context.open2Sync(found, null), `open the ${codec} encoder`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Encodes a frame; null ends.
   * @param onPacket takes each packet that comes of it, which is valid during the call
   * @throws FFmpegError when it cannot be encoded
   */
  encode(frame: Frame | null, onPacket: (packet: Packet) => void): void {
    FFmpegError.throwIfError(this.context.sendFrameSync(frame), `encode ${this.#codec}`);
    while (this.context.receivePacketSync(this.#packet) >= 0) {
      onPacket(this.#packet);
      this.#packet.unref();
    }
  }

  close(): void {
    this.context.freeContext();
    this.#packet.free();
  }
}
