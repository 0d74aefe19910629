import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { type CodecContext, type Frame, type Packet, Rational, type Stream } from 'node-av/lib';
import { type FrameRate, framesPerSecond } from '@/lib/core/frame-rate';
import { makeVideoEncoder } from '@/lib/media/codecs/video-encoder';
import { FilterChain, type FilterStep } from '@/lib/media/filter-chain';
import { describeVideo, newFrame, newPacket, type Size, scaleSize, tickBase } from '@/lib/media/frame';
import { MuxError } from './mux-error';
import { openDecoder } from './recording-input';

const { check } = MuxError;

/** How video is encoded. */
export interface VideoShape {
  /** The most pixels of the shorter side. */
  maxLines: number;
  /** Options of libx264. */
  options: Record<string, string>;
  keyframeIntervalFrames(framesPerSecond: number): number;
  /** The parameters lie beside the packets, as MP4 and its like want it. */
  hasGlobalHeader: boolean;
}

/** For editors that relink a file to its original: a laptop decodes it at once, from any frame. */
export const proxyShape: VideoShape = {
  maxLines: 540,
  options: { preset: 'veryfast', tune: 'fastdecode', crf: '24' },
  keyframeIntervalFrames: () => 12,
  hasGlobalHeader: true,
};

/** The size of encoded video: never larger than the original, and even, as the encoder wants it. */
export const encodedSize = ({ width, height }: Size, { maxLines }: VideoShape): Size =>
  scaleSize({ width, height }, Math.min(1, maxLines / Math.min(width, height)));

/** How far a picture is turned clockwise before it is shown, as phones note it. */
export type QuarterTurns = 0 | 1 | 2 | 3;

const turns: Record<QuarterTurns, FilterStep[]> = {
  0: [],
  1: [['transpose', 'clock']],
  2: [['hflip'], ['vflip']],
  3: [['transpose', 'cclock']],
};

/** Video decoded and encoded as H.264 of another shape: each frame at its own time. */
export class EncodedVideo {
  readonly context: CodecContext;
  readonly timeBase = tickBase;
  readonly #decoder: CodecContext;
  readonly #decoded = newFrame();
  readonly #scaled = newFrame();
  readonly #packet = newPacket();
  readonly #turn: FilterStep[];
  #scaler: FilterChain | null = null;
  #scaledFormat = '';

  /** @throws MuxError for a codec that FFmpeg cannot decode */
  constructor(stream: Stream, rate: FrameRate, shape: VideoShape, quarterTurns: QuarterTurns = 0) {
    const decoder = openDecoder(stream);
    if (!decoder) throw new MuxError('codec', 'The picture of this camera cannot be decoded.');
    decoder.pktTimebase = tickBase;
    this.#decoder = decoder;
    const { width, height, colorRange, colorSpace, colorPrimaries, colorTrc, sampleAspectRatio } = stream.codecpar;
    const isUpright = quarterTurns % 2 === 1;
    this.#turn = turns[quarterTurns];
    const shown = isUpright ? { width: height, height: width } : { width, height };
    const { codec, encoder } = makeVideoEncoder(
      FF_ENCODER_LIBX264,
      { ...encodedSize(shown, shape), colorRange, colorSpace, colorPrimaries, colorTrc },
      {
        pixelFormat: AV_PIX_FMT_YUV420P,
        framerate: new Rational(rate.num, rate.den),
        keyframeIntervalFrames: shape.keyframeIntervalFrames(framesPerSecond(rate)),
      },
    );
    const { num, den } = sampleAspectRatio;
    encoder.sampleAspectRatio = isUpright ? new Rational(den, num) : sampleAspectRatio;
    if (shape.hasGlobalHeader) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    // Set separately, because node-av 6.1 frees the options of open2Sync twice, with its next garbage collection.
    for (const [name, value] of Object.entries(shape.options)) {
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
      ...this.#turn,
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
