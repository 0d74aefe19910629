import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import { type CodecContext, FFmpegError, type Frame, type HardwareDeviceContext, Rational } from 'node-av/lib';
import { RestartPause } from '@/lib/core/restart-pause';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import { type EncoderKind, giveUpEncoder, openH264Encoder, tryEncoders } from '@/lib/media/codecs/open-h264-encoder';
import { FilterChain } from '@/lib/media/filter-chain';
import { describeVideo, newFrame, newPacket, squareSize } from '@/lib/media/frame';
import { log } from '@/lib/platform/log';
import type { LayerFormat } from './layer-format';

/**
 * Interval between unrequested keyframes; a browser that lost a packet for good would ask only after three seconds. It
 * is random, so that cameras that stepped down together do not send keyframes together. Six at once may overflow a
 * narrow link's queue (docs/livekit.md).
 */
const keyframeIntervalMs = { min: 1_500, max: 2_500 };

/** Never reached: each keyframe is requested. */
const keyframeIntervalFrames = 1_000;

/** Makes one layer from decoded frames: scales and encodes those that are due. */
export class LayerEncoder {
  #onScaled: ((frame: Frame) => void) | undefined;
  #pipeline: Pipeline | undefined;
  /** Pause between two pipelines, because a camera may change its format with each frame. */
  #pause = new RestartPause();
  #lastTicks = Number.NEGATIVE_INFINITY;
  /** When the next keyframe is due; minus infinity for the next frame. */
  #keyframeDueTicks = Number.NEGATIVE_INFINITY;
  #scaled = newFrame();
  #packet = newPacket();

  /** @param onScaled gets each frame before it is encoded; it is valid during the call */
  constructor(onScaled?: (frame: Frame) => void) {
    this.#onScaled = onScaled;
  }

  /** @returns whether a frame of this time on the 90 kHz media clock becomes a keyframe, if encoded */
  isKeyframeDue(ticks: number): boolean {
    return ticks >= this.#keyframeDueTicks;
  }

  requestKeyframe(): void {
    this.#keyframeDueTicks = Number.NEGATIVE_INFINITY;
  }

  /** Starts again: the next frames do not continue the last. */
  reset(): void {
    this.#lastTicks = Number.NEGATIVE_INFINITY;
    this.requestKeyframe();
  }

  /** It has failed: another encoder takes over. */
  restart(): void {
    this.reset();
    this.#pipeline?.close();
    this.#pipeline = undefined;
    this.#scaled.unref();
    this.#packet.unref();
  }

  /**
   * Opens the encoder for such frames, which takes longer than a frame lasts.
   * @param fps frames a second, as far as known
   * @returns undefined when the kind of frames changed too soon
   * @throws Error when FFmpeg fails
   */
  async prepare(frame: Frame, format: LayerFormat, fps: number): Promise<Pipeline | undefined> {
    const source = describeVideo(frame);
    if (this.#pipeline?.source === source && this.#pipeline.format === format) return this.#pipeline;
    if (!this.#pause.isOver) return undefined;
    this.#pause.begin();
    this.#pipeline?.close();
    this.#pipeline = undefined;
    this.#pipeline = await tryEncoders(
      format.encoder,
      (kind) => this.#open(kind, frame, format, fps),
      (kind, err) => log.debug({ err, encoder: kind.name }, 'transcoder: not usable on this machine'),
    );
    this.requestKeyframe();
    return this.#pipeline;
  }

  /**
   * @returns the NAL units and time of each finished access unit; none for a frame that is not due or could not be
   * prepared
   * @throws Error when FFmpeg fails
   */
  async encode(frame: Frame, format: LayerFormat, fps: number): Promise<{ nals: Buffer[]; ticks: number }[]> {
    const ticks = Number(frame.pts);
    const { minIntervalTicks, halvesRate, isQuick } = format;
    // One and a half frames, because few come exactly on time.
    const minTicks = halvesRate ? 135_000 / fps : 0;
    if (ticks - this.#lastTicks < Math.max(minIntervalTicks, minTicks)) return [];
    const pipeline = await this.prepare(frame, format, fps);
    if (!pipeline) return [];
    this.#lastTicks = ticks;
    await pipeline.scale(frame, this.#scaled, isQuick);
    this.#onScaled?.(this.#scaled);
    const isKeyframe = this.isKeyframeDue(ticks);
    this.#scaled.pictType = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    if (isKeyframe) this.#keyframeDueTicks = ticks + keyframeIntervalTicks();
    const { encoder, kind } = pipeline;
    const sent = isQuick ? encoder.sendFrameSync(this.#scaled) : await encoder.sendFrame(this.#scaled);
    if (sent < 0) giveUpEncoder(kind);
    FFmpegError.throwIfError(sent, 'encode');
    this.#scaled.unref();
    const encoded: { nals: Buffer[]; ticks: number }[] = [];
    // Sending did the work already.
    while (encoder.receivePacketSync(this.#packet) >= 0) {
      const { data, pts } = this.#packet;
      if (data) encoded.push({ nals: splitAnnexB(Buffer.from(data)), ticks: Number(pts) });
      this.#packet.unref();
    }
    return encoded;
  }

  /** Frees its memory until it is needed again. Not while it encodes. */
  release(): void {
    this.reset();
    this.#pipeline?.close();
    this.#pipeline = undefined;
    this.#pause.reset();
  }

  async #open(kind: EncoderKind, frame: Frame, format: LayerFormat, fps: number): Promise<Pipeline> {
    const { encoder: choice, sizeFor, bitrateBps, halvesRate } = format;
    const source = describeVideo(frame);
    const size = sizeFor(squareSize(frame));
    const device = kind.openDevice();
    const chain = new FilterChain(
      [
        ['buffer', source],
        ['scale', `${size.width}:${size.height}:flags=fast_bilinear:threads=1`],
        ['format', 'yuv420p'],
        ['setsar', '1'],
        ...kind.upload,
        ['buffersink'],
      ],
      device,
    );
    try {
      const probe = newFrame();
      await scale(chain, frame, probe, false);
      const framerate = new Rational(fps, halvesRate ? 2 : 1);
      const rate = { framerate, bitrateBps: bitrateBps(size, fps), keyframeIntervalFrames };
      const encoder = await openH264Encoder(kind, choice, probe, rate).finally(() => probe.free());
      return new Pipeline(source, format, kind, chain, encoder, device);
    } catch (error) {
      chain.close();
      device?.free();
      throw error;
    }
  }
}

/** @returns an interval on the 90 kHz media clock */
function keyframeIntervalTicks(): number {
  const { min, max } = keyframeIntervalMs;
  return (min + Math.random() * (max - min)) * ticksPerMs;
}

/** Turns frames of one kind into one format. */
class Pipeline {
  /** The kind of frames that it takes, by {@link describeVideo}. */
  readonly source: string;
  readonly format: LayerFormat;
  readonly kind: EncoderKind;
  readonly encoder: CodecContext;
  #chain: FilterChain;
  #device: HardwareDeviceContext | null;

  constructor(
    source: string,
    format: LayerFormat,
    kind: EncoderKind,
    chain: FilterChain,
    encoder: CodecContext,
    device: HardwareDeviceContext | null,
  ) {
    this.source = source;
    this.format = format;
    this.kind = kind;
    this.encoder = encoder;
    this.#chain = chain;
    this.#device = device;
  }

  scale(frame: Frame, scaled: Frame, isQuick: boolean): Promise<void> {
    return scale(this.#chain, frame, scaled, isQuick);
  }

  close(): void {
    this.encoder.freeContext();
    this.#chain.close();
    this.#device?.free();
  }
}

/** Scales one frame into another; the first stays unchanged. */
async function scale({ source, sink }: FilterChain, frame: Frame, scaled: Frame, isQuick: boolean): Promise<void> {
  FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'scale');
  const got = isQuick ? sink.buffersinkGetFrameSync(scaled) : await sink.buffersinkGetFrame(scaled);
  FFmpegError.throwIfError(got, 'scale');
}
