import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_ID_H264,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Packet, Rational } from 'node-av/lib';
import type { Logger } from '@/lib/core/log';
import { createFilterChain, type FilterChain } from './filter-chain';
import type { CodedPicture } from './gop-cache';
import { splitAnnexB } from './h264';
import { lowBitrateBps, lowSize } from './low-layer-format';

/** Of a camera of 50 or 60 pictures a second every other one is encoded: 90 kHz ticks that must lie between two. */
const minIntervalTicks = 2_400;
/** Keyframes come on demand (PLI); this only bounds damage that nobody reported. */
const keyframeIntervalPictures = 300;
/** Decoding that is this far behind will not catch up: it goes on at the next keyframe. */
const maxQueuedPictures = 900;

export interface LowLayerOptions {
  log: Logger;
  /** One encoded small picture: NAL units, and its time on the 90 kHz media clock. */
  onPicture(nals: Buffer[], ticks: number): void;
}

/**
 * The small picture: decodes the camera's, scales it to at most 640x360 and encodes it, all off the main thread. It has
 * three gears, because each costs: off; warm (decoding, so that it can show a picture at once); encoding.
 */
export class LowLayer {
  #options: LowLayerOptions;
  #queue: CodedPicture[] = [];
  #isRunning = false;
  #isWarm = false;
  #isEncoding = false;
  #needsKeyframe = true;
  #lastEncodedTicks = Number.NEGATIVE_INFINITY;
  #decoder: CodecContext | undefined;
  #decoded = new Frame();
  #packet = new Packet();
  #scaler: Scaler | undefined;

  constructor(options: LowLayerOptions) {
    this.#options = options;
    this.#decoded.alloc();
    this.#packet.alloc();
  }

  /**
   * @param isWarm decode what comes
   * @param isEncoding and encode it; takes effect only while warm
   * @param backlog the pictures since the last keyframe, to start with when it gets warm
   */
  setGear(isWarm: boolean, isEncoding: boolean, backlog: readonly CodedPicture[]): void {
    if (isWarm && !this.#isWarm) this.#queue = [...backlog];
    if (!isWarm) this.#queue = [];
    if (isEncoding && !this.#isEncoding) this.#needsKeyframe = true;
    this.#isWarm = isWarm;
    this.#isEncoding = isEncoding;
    void this.#run();
  }

  push(picture: CodedPicture): void {
    if (!this.#isWarm) return;
    if (this.#queue.length > maxQueuedPictures) {
      this.#options.log.warn('low layer: decoding does not keep up, waiting for the next keyframe');
      this.#queue = [];
      this.#closeDecoder();
    }
    this.#queue.push(picture);
    void this.#run();
  }

  requestKeyframe(): void {
    this.#needsKeyframe = true;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let picture = this.#queue.shift(); picture; picture = this.#queue.shift()) await this.#decode(picture);
    } catch (error) {
      this.#options.log.error({ err: error }, 'low layer: failed, starting anew at the next keyframe');
      this.#closeDecoder();
      this.#queue = [];
    } finally {
      this.#isRunning = false;
    }
    if (!this.#isWarm) this.#closeDecoder();
  }

  async #decode(picture: CodedPicture): Promise<void> {
    if (!this.#decoder) {
      if (!picture.isKeyframe) return;
      this.#decoder = await openDecoder();
    }
    this.#packet.data = picture.data;
    this.#packet.pts = BigInt(picture.ticks);
    this.#packet.dts = this.#packet.pts;
    // A damaged picture is no reason to stop: the decoder conceals it.
    await this.#decoder.sendPacket(this.#packet);
    this.#packet.unref();
    while (this.#decoder && (await this.#decoder.receiveFrame(this.#decoded)) >= 0) {
      if (this.#shouldEncode(Number(this.#decoded.pts))) await this.#encode();
      this.#decoded.unref();
    }
  }

  /** A picture that others are already waiting behind is only decoded, so that a delay never stays. */
  #shouldEncode(ticks: number): boolean {
    return this.#isEncoding && this.#queue.length <= 1 && ticks - this.#lastEncodedTicks >= minIntervalTicks;
  }

  async #encode(): Promise<void> {
    const { width, height, format } = this.#decoded;
    if (!this.#scaler?.fits(this.#decoded)) {
      this.#scaler?.close();
      this.#scaler = await Scaler.open({ width, height, format });
      this.#needsKeyframe = true;
    }
    this.#lastEncodedTicks = Number(this.#decoded.pts);
    const isKeyframe = this.#needsKeyframe;
    this.#needsKeyframe = false;
    for (const { data, ticks } of await this.#scaler.encode(this.#decoded, isKeyframe)) {
      this.#options.onPicture(splitAnnexB(data), ticks);
    }
  }

  #closeDecoder(): void {
    this.#decoder?.freeContext();
    this.#decoder = undefined;
    this.#lastEncodedTicks = Number.NEGATIVE_INFINITY;
  }
}

async function openDecoder(): Promise<CodecContext> {
  const codec = Codec.findDecoder(AV_CODEC_ID_H264);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  // More threads would each hold a picture back.
  decoder.threadCount = 1;
  decoder.pktTimebase = new Rational(1, 90_000);
  decoder.setFlags(AV_CODEC_FLAG_LOW_DELAY);
  FFmpegError.throwIfError(await decoder.open2(codec, null), 'open the H.264 decoder');
  return decoder;
}

interface PictureFormat {
  width: number;
  height: number;
  format: number;
}

/** Scales and encodes pictures of one size and pixel format. */
class Scaler {
  #input: PictureFormat;
  #chain: FilterChain;
  #encoder: CodecContext;
  #scaled = new Frame();
  #packet = new Packet();

  private constructor(input: PictureFormat, chain: FilterChain, encoder: CodecContext) {
    this.#input = input;
    this.#chain = chain;
    this.#encoder = encoder;
    this.#scaled.alloc();
    this.#packet.alloc();
  }

  static async open(input: PictureFormat): Promise<Scaler> {
    const { width, height, format } = input;
    const size = lowSize(width, height);
    const chain = createFilterChain([
      ['buffer', `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/90000:pixel_aspect=1/1`],
      ['scale', `${size.width}:${size.height}:flags=fast_bilinear`],
      ['format', 'yuv420p'],
      ['buffersink'],
    ]);
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
    const encoder = new CodecContext();
    encoder.allocContext3(codec);
    encoder.width = size.width;
    encoder.height = size.height;
    encoder.pixelFormat = AV_PIX_FMT_YUV420P;
    encoder.timeBase = new Rational(1, 90_000);
    encoder.framerate = new Rational(30, 1);
    encoder.bitRate = BigInt(lowBitrateBps);
    encoder.gopSize = keyframeIntervalPictures;
    encoder.maxBFrames = 0;
    encoder.threadCount = 1;
    const options = Dictionary.fromObject({
      preset: 'ultrafast',
      tune: 'zerolatency',
      profile: 'baseline',
      'forced-idr': '1',
    });
    FFmpegError.throwIfError(await encoder.open2(codec, options), 'open the H.264 encoder');
    return new Scaler({ width, height, format }, chain, encoder);
  }

  fits(frame: Frame): boolean {
    const { width, height, format } = this.#input;
    return frame.width === width && frame.height === height && frame.format === format;
  }

  async encode(frame: Frame, isKeyframe: boolean): Promise<{ data: Buffer; ticks: number }[]> {
    const encoded: { data: Buffer; ticks: number }[] = [];
    FFmpegError.throwIfError(await this.#chain.source.buffersrcAddFrame(frame), 'scale');
    while ((await this.#chain.sink.buffersinkGetFrame(this.#scaled)) >= 0) {
      this.#scaled.pictType = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
      FFmpegError.throwIfError(await this.#encoder.sendFrame(this.#scaled), 'encode');
      this.#scaled.unref();
      while ((await this.#encoder.receivePacket(this.#packet)) >= 0) {
        if (this.#packet.data) {
          encoded.push({ data: Buffer.from(this.#packet.data), ticks: Number(this.#packet.pts) });
        }
        this.#packet.unref();
      }
    }
    return encoded;
  }

  close(): void {
    this.#encoder.freeContext();
    this.#chain.graph.free();
    this.#scaled.free();
    this.#packet.free();
  }
}
