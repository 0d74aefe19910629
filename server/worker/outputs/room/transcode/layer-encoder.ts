import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import { type CodecContext, FFmpegError, Frame, type HardwareDeviceContext, Packet, Rational } from 'node-av/lib';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { RestartPause } from '../../../control/restart-pause';
import { splitAnnexB } from '../../../media/codecs/annex-b';
import { describeFrame, squareSize } from '../../../media/codecs/frame-source';
import type { LayerFormat } from '../../../media/layer-format';
import { createFilterChain, type FilterChain } from './filter-chain';
import { type EncoderKind, openH264Encoder, tryEncoders } from './open-h264-encoder';

/**
 * Between two keyframes that nobody has asked for: a browser that has lost a packet for good asks for one after three seconds.
 * At random, so that cameras whose low layers begin together, as a downlink narrows, do not go on in step: six keyframes at
 * once are more than the queue of a narrow link may hold (docs/livekit.md).
 */
const keyframeIntervalMs = { least: 1_500, most: 2_500 };

/** Makes one layer of decoded frames: scales and encodes those that are due. */
export class LayerEncoder {
  #onScaled: ((frame: Frame) => void) | undefined;
  #pipeline: Pipeline | undefined;
  /** Between two pipelines: a camera may change its format with each frame. */
  #pause = new RestartPause();
  #lastTicks = Number.NEGATIVE_INFINITY;
  /** When the next keyframe is due; long ago where the next frame is to be one. */
  #keyframeDueTicks = Number.NEGATIVE_INFINITY;
  #scaled = new Frame();
  #packet = new Packet();

  /** @param onScaled gets each frame before it is encoded; it is valid during the call */
  constructor(onScaled?: (frame: Frame) => void) {
    this.#onScaled = onScaled;
    this.#scaled.alloc();
    this.#packet.alloc();
  }

  /** @returns whether a frame of this time on the 90 kHz media clock will be one, if it is encoded */
  isKeyframeDue(ticks: number): boolean {
    return ticks >= this.#keyframeDueTicks;
  }

  requestKeyframe(): void {
    this.#keyframeDueTicks = Number.NEGATIVE_INFINITY;
  }

  /** Starts anew: the next frames do not continue the last. */
  reset(): void {
    this.#lastTicks = Number.NEGATIVE_INFINITY;
    this.requestKeyframe();
  }

  /** It has failed: what comes next is encoded by another encoder. */
  restart(): void {
    this.reset();
    this.#pipeline?.close();
    this.#pipeline = undefined;
    this.#scaled.unref();
    this.#packet.unref();
  }

  /**
   * Opens what encodes such frames, which takes longer than a frame.
   * @param fps frames a second, as far as it is known
   * @returns undefined where their kind has changed too soon after another
   * @throws Error when FFmpeg fails
   */
  async prepare(frame: Frame, format: LayerFormat, fps: number): Promise<Pipeline | undefined> {
    const source = describeFrame(frame);
    if (this.#pipeline?.source === source && this.#pipeline.format === format) return this.#pipeline;
    if (!this.#pause.isOver) return undefined;
    this.#pause.begin();
    this.#pipeline?.close();
    this.#pipeline = undefined;
    this.#pipeline = await tryEncoders(format.encoder, (kind) => this.#open(kind, frame, format, fps));
    this.requestKeyframe();
    return this.#pipeline;
  }

  /**
   * @returns the NAL units of each access unit that is ready, and its time; none of a frame that is not due, or where it
   * could not be prepared
   * @throws Error when FFmpeg fails
   */
  async encode(frame: Frame, format: LayerFormat, fps: number): Promise<{ nals: Buffer[]; ticks: number }[]> {
    const ticks = Number(frame.pts);
    const { minIntervalTicks, halvesRate, isQuick } = format;
    // One and a half frames, as few come evenly to the tick.
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
    const { encoder } = pipeline;
    const sent = isQuick ? encoder.sendFrameSync(this.#scaled) : await encoder.sendFrame(this.#scaled);
    FFmpegError.throwIfError(sent, 'encode');
    this.#scaled.unref();
    const encoded: { nals: Buffer[]; ticks: number }[] = [];
    // Sending has done the work.
    while (encoder.receivePacketSync(this.#packet) >= 0) {
      const { data, pts } = this.#packet;
      if (data) encoded.push({ nals: splitAnnexB(Buffer.from(data)), ticks: Number(pts) });
      this.#packet.unref();
    }
    return encoded;
  }

  /** Frees what it takes until it is needed again. Not while it encodes. */
  release(): void {
    this.reset();
    this.#pipeline?.close();
    this.#pipeline = undefined;
    this.#pause.reset();
  }

  async #open(kind: EncoderKind, frame: Frame, format: LayerFormat, fps: number): Promise<Pipeline> {
    const { encoder: choice, sizeFor, bitrateBps, halvesRate } = format;
    const source = describeFrame(frame);
    const size = sizeFor(squareSize(frame));
    const device = kind.openDevice();
    const chain = createFilterChain(
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
      const probe = new Frame();
      probe.alloc();
      await scale(chain, frame, probe, false);
      const rate = { framerate: new Rational(fps, halvesRate ? 2 : 1), bitrateBps: bitrateBps(size, fps) };
      const encoder = await openH264Encoder(kind, choice, probe, rate).finally(() => probe.free());
      return new Pipeline(source, format, chain, encoder, device);
    } catch (error) {
      chain.graph.free();
      device?.free();
      throw error;
    }
  }
}

/** @returns an interval on the 90 kHz media clock */
function keyframeIntervalTicks(): number {
  const { least, most } = keyframeIntervalMs;
  return (least + Math.random() * (most - least)) * ticksPerMs;
}

/** From frames of one kind to one format. */
class Pipeline {
  /** The frames that it takes, by {@link describeFrame}. */
  readonly source: string;
  readonly format: LayerFormat;
  readonly encoder: CodecContext;
  #chain: FilterChain;
  #device: HardwareDeviceContext | null;

  constructor(
    source: string,
    format: LayerFormat,
    chain: FilterChain,
    encoder: CodecContext,
    device: HardwareDeviceContext | null,
  ) {
    this.source = source;
    this.format = format;
    this.encoder = encoder;
    this.#chain = chain;
    this.#device = device;
  }

  scale(frame: Frame, scaled: Frame, isQuick: boolean): Promise<void> {
    return scale(this.#chain, frame, scaled, isQuick);
  }

  close(): void {
    this.encoder.freeContext();
    this.#chain.graph.free();
    this.#device?.free();
  }
}

/** One frame in, one out; the first stays as it is. */
async function scale({ source, sink }: FilterChain, frame: Frame, scaled: Frame, isQuick: boolean): Promise<void> {
  FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'scale');
  const got = isQuick ? sink.buffersinkGetFrameSync(scaled) : await sink.buffersinkGetFrame(scaled);
  FFmpegError.throwIfError(got, 'scale');
}
