import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { type CodecContext, type Frame, type Packet, Rational, type Stream } from 'node-av/lib';
import type { FrameRate } from '@/lib/core/frame-rate';
import { makeVideoEncoder } from '@/lib/media/codecs/video-encoder';
import { FilterChain } from '@/lib/media/filter-chain';
import { describeVideo, newFrame, newPacket, type Size, scaleSize, tickBase } from '@/lib/media/frame';
import { MuxError } from './mux-error';
import { openDecoder } from './recording-input';

const { check } = MuxError;

/** The shorter side, in pixels. */
const proxyLines = 540;
/** A laptop decodes it at once, from any frame. */
const encoderOptions = { preset: 'veryfast', tune: 'fastdecode', crf: '24' };
const keyframeIntervalFrames = 12;

/** The size of a proxy: never larger than the camera's own, and even, as the encoder wants it. */
export const proxySize = ({ width, height }: Size): Size =>
  scaleSize({ width, height }, Math.min(1, proxyLines / Math.min(width, height)));

/** A camera's video encoded small: each frame at its own time, as an editor wants it that relinks it to the original. */
export class ProxyVideo {
  readonly context: CodecContext;
  readonly timeBase = tickBase;
  readonly #decoder: CodecContext;
  readonly #decoded = newFrame();
  readonly #scaled = newFrame();
  readonly #packet = newPacket();
  #scaler: FilterChain | null = null;
  #scaledFormat = '';

  /** @throws MuxError for a codec that FFmpeg cannot decode */
  constructor(stream: Stream, rate: FrameRate) {
    const decoder = openDecoder(stream);
    if (!decoder) throw new MuxError('codec', 'The picture of this camera cannot be decoded.');
    decoder.pktTimebase = tickBase;
    this.#decoder = decoder;
    const { colorRange, colorSpace, colorPrimaries, colorTrc, sampleAspectRatio } = stream.codecpar;
    const { codec, encoder } = makeVideoEncoder(
      FF_ENCODER_LIBX264,
      { ...proxySize(stream.codecpar), colorRange, colorSpace, colorPrimaries, colorTrc },
      { pixelFormat: AV_PIX_FMT_YUV420P, framerate: new Rational(rate.num, rate.den), keyframeIntervalFrames },
    );
    encoder.sampleAspectRatio = sampleAspectRatio;
    encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    // Set separately, because node-av 6.1 frees the options of open2Sync twice, with its next garbage collection.
    for (const [name, value] of Object.entries(encoderOptions)) {
      check(encoder.setOption(name, value), 'cannot_write', 'The video encoder cannot be set up');
    }
    check(encoder.open2Sync(codec, null), 'cannot_write', 'The video encoder cannot be opened');
    this.context = encoder;
  }

  /**
   * Takes a packet of the video, whose timestamps count 1/90,000 s. A damaged one has no frame.
   * @param onPacket takes what comes of it; it is valid during the call
   */
  addPacket(packet: Packet, onPacket: (packet: Packet) => void): void {
    if (this.#decoder.sendPacketSync(packet) >= 0) this.#receive(onPacket);
  }

  /** Writes what is left. @param onPacket as of {@link addPacket} */
  finish(onPacket: (packet: Packet) => void): void {
    if (this.#decoder.sendPacketSync(null) >= 0) this.#receive(onPacket);
    if (this.context.sendFrameSync(null) >= 0) this.#takePackets(onPacket);
    this.#scaler?.close();
    this.#decoder.freeContext();
    this.context.freeContext();
    for (const part of [this.#decoded, this.#scaled, this.#packet]) part.free();
  }

  #receive(onPacket: (packet: Packet) => void): void {
    while (this.#decoder.receiveFrameSync(this.#decoded) >= 0) {
      this.#decoded.pts = this.#decoded.bestEffortTimestamp;
      const { source, sink } = this.#scalerOf(this.#decoded);
      check(source.buffersrcAddFrameSync(this.#decoded), 'damaged', 'The video cannot be scaled');
      while (sink.buffersinkGetFrameSync(this.#scaled) >= 0) {
        check(this.context.sendFrameSync(this.#scaled), 'cannot_write', 'The video cannot be encoded');
        this.#takePackets(onPacket);
        this.#scaled.unref();
      }
      this.#decoded.unref();
    }
  }

  #scalerOf(frame: Frame): FilterChain {
    const described = describeVideo(frame);
    if (this.#scaler && described === this.#scaledFormat) return this.#scaler;
    this.#scaler?.close();
    const { width, height } = this.context;
    this.#scaledFormat = described;
    this.#scaler = new FilterChain([
      ['buffer', described],
      ['scale', `${width}:${height}:flags=bicubic`],
      ['format', 'yuv420p'],
      ['buffersink'],
    ]);
    return this.#scaler;
  }

  #takePackets(onPacket: (packet: Packet) => void): void {
    while (this.context.receivePacketSync(this.#packet) >= 0) {
      onPacket(this.#packet);
      this.#packet.unref();
    }
  }
}
