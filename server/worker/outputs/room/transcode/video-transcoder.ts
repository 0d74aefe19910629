import { AV_FRAME_FLAG_INTERLACED } from 'node-av/constants';
import { type CodecContext, FFmpegError, type Frame } from 'node-av/lib';
import { maxOf } from '@/lib/core/extremes';
import { RestartPause } from '@/lib/core/restart-pause';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { makeVideoDecoder, type VideoCodec } from '@/lib/media/codecs/video-decoder';
import { newFrame, newPacket } from '@/lib/media/frame';
import type { FaultLog } from '../../../control/fault-log';
import { Deinterlacer } from './deinterlacer';
import { type CodedAccessUnit, maxBacklog } from './gop-cache';
import { LayerEncoder } from './layer-encoder';
import { type Layer, type LayerDemand, type LayerFormat, maxCodecThreads } from './layer-format';

/** The source layer first: other threads work on it during the low layer's encoding. */
const layers: Layer[] = ['source', 'low'];
const defaultFps = 30;
/** A decoder later than this continues at the camera's next keyframe. */
const maxDelayTicks = 500 * ticksPerMs;
/** Minimum encode interval while the decoder is behind, so that the picture keeps moving. */
const minEveryMs = 300;

/** The video that the decoder must be ready for. */
export interface TranscoderInput {
  codec: VideoCodec;
  isReordered: boolean;
  /** The source layer is made here, too, so more threads are worthwhile. */
  makesSourceLayer: boolean;
}

export interface VideoTranscoderOptions {
  faults: FaultLog;
  /** Limit of one frame, in pixels. */
  maxPixels: number;
  /** One frame of the low layer, before it is encoded; valid during the call. */
  onLowLayerFrame(frame: Frame): void;
  /** @returns whether to encode a frame of a demanded layer */
  isWanted(layer: Layer, ticks: number): boolean;
  /** A frame is about to be encoded as a keyframe. */
  onKeyframe(): void;
  /** Takes one encoded access unit of a layer: NAL units, and its time on the 90 kHz media clock. */
  onEncoded(layer: Layer, nals: Buffer[], ticks: number): void;
  /** A frame was too late to be worth encoding in the source layer. */
  onSkipped(): void;
}

/**
 * Decodes the camera's video once and encodes each demanded layer, off the main thread. It is off, warm (decoding, so
 * that it can encode at once) or encoding, because each costs.
 *
 * A decoder or encoder that fails is replaced after a pause, at the next keyframe; nothing else notices.
 */
export class VideoTranscoder {
  #options: VideoTranscoderOptions;
  #input: TranscoderInput | undefined;
  #queue: CodedAccessUnit[] = [];
  #queuedBytes = 0;
  #isRunning = false;
  #isWarm = false;
  #demanded: LayerDemand = { low: null, source: null };
  #decoder: CodecContext | undefined;
  #decoderInput: TranscoderInput | undefined;
  #decoderPause = new RestartPause();
  #deinterlacer: Deinterlacer | undefined;
  #encoders: Record<Layer, LayerEncoder>;
  #encoderPauses: Record<Layer, RestartPause> = { low: new RestartPause(), source: new RestartPause() };
  #decoded = newFrame();
  #packet = newPacket();
  #lastTicks: number | undefined;
  /** Frames up to here passed before the demand. */
  #backlogEndTicks = Number.NEGATIVE_INFINITY;
  /** When a frame was encoded last. */
  #encodedMs = Number.NEGATIVE_INFINITY;
  #fps = defaultFps;

  constructor(options: VideoTranscoderOptions) {
    this.#options = options;
    this.#encoders = {
      low: new LayerEncoder(options.onLowLayerFrame),
      source: new LayerEncoder(),
    };
  }

  /** Starts again with the next access unit. @param backlog the access units since the last keyframe, to start with */
  setInput(input: TranscoderInput, backlog: readonly CodedAccessUnit[]): void {
    this.#input = input;
    this.#decoderPause.reset();
    if (this.#isWarm) this.#catchUp(backlog);
    void this.#run();
  }

  /**
   * @param isWarm decode the video
   * @param demanded the layers to make; takes effect only while warm
   * @param backlog the access units since the last keyframe, to start with when it gets warm
   */
  setDemand(isWarm: boolean, demanded: LayerDemand, backlog: readonly CodedAccessUnit[]): void {
    if (isWarm && !this.#isWarm) this.#catchUp(backlog);
    if (!isWarm) this.#setQueue([]);
    for (const layer of layers) if (demanded[layer] && !this.#demanded[layer]) this.#encoders[layer].requestKeyframe();
    this.#isWarm = isWarm;
    this.#demanded = demanded;
    void this.#run();
  }

  addAccessUnit(accessUnit: CodedAccessUnit): void {
    if (!this.#isWarm) return;
    const { ticks, isKeyframe } = accessUnit;
    if (this.#queue.length > maxBacklog.accessUnits || this.#queuedBytes > maxBacklog.bytes) {
      this.#dropQueue();
      // Not at once: it may be working on another thread.
      this.#decoderInput = undefined;
    } else if (isKeyframe && ticks - (this.#queue[0]?.ticks ?? ticks) > maxDelayTicks) this.#dropQueue();
    this.#queue.push(accessUnit);
    this.#queuedBytes += accessUnit.data.length;
    void this.#run();
  }

  requestKeyframe(layer: Layer): void {
    this.#encoders[layer].requestKeyframe();
  }

  #catchUp(backlog: readonly CodedAccessUnit[]): void {
    this.#setQueue([...backlog]);
    this.#backlogEndTicks = maxOf(backlog.map(({ ticks }) => ticks));
  }

  /** Continues at a keyframe. */
  #dropQueue(): void {
    const missed = this.#queue.filter(({ ticks }) => ticks > this.#backlogEndTicks);
    this.#setQueue([]);
    if (missed.length === 0) return;
    this.#options.faults.add('transcoder: decoding', new Error('It does not keep up and goes on at a keyframe'));
    if (this.#demanded.source) for (const _ of missed) this.#options.onSkipped();
  }

  #setQueue(accessUnits: CodedAccessUnit[]): void {
    this.#queue = accessUnits;
    this.#queuedBytes = accessUnits.reduce((sum, { data }) => sum + data.length, 0);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        this.#queuedBytes -= next.data.length;
        await this.#decode(next);
      }
    } catch (error) {
      this.#options.faults.add('transcoder: decoding', error);
      this.#decoderPause.begin();
      this.#closeDecoder();
      this.#setQueue([]);
    } finally {
      this.#isRunning = false;
    }
    if (!this.#isWarm) this.#closeDecoder();
    for (const layer of layers) if (!this.#demanded[layer]) this.#encoders[layer].release();
  }

  async #decode(accessUnit: CodedAccessUnit): Promise<void> {
    if (this.#decoderInput !== this.#input) this.#closeDecoder();
    if (!this.#decoder) {
      if (!accessUnit.isKeyframe || !this.#input || !this.#decoderPause.isOver) return;
      this.#decoderInput = this.#input;
      this.#decoder = await openDecoder(this.#input, this.#options.maxPixels);
    }
    this.#packet.data = accessUnit.data;
    this.#packet.pts = BigInt(accessUnit.ticks);
    this.#packet.dts = this.#packet.pts;
    const sent = await this.#decoder.sendPacket(this.#packet);
    this.#packet.unref();
    // A damaged access unit is no reason to stop: the decoder conceals it.
    if (sent < 0) this.#options.faults.add('transcoder: decoding', new FFmpegError(sent));
    // Sending did the work already; waiting on another thread would cost more than fetching it here.
    while (this.#decoder && this.#decoder.receiveFrameSync(this.#decoded) >= 0) {
      await this.#onDecoded(this.#decoded, accessUnit.followersInPacket);
      this.#decoded.unref();
    }
  }

  /**
   * A frame with others waiting behind it is only decoded, so that a delay never stays; except for a few a second.
   * @param followersInPacket how many of the others came in the same packet, and so have not waited
   */
  async #onDecoded(frame: Frame, followersInPacket = 0): Promise<void> {
    const isRateKnown = this.#lastTicks !== undefined;
    this.#measureRate(Number(frame.pts));
    if (!this.#demanded.low && !this.#demanded.source) return;
    const isMissed = Number(frame.pts) > this.#backlogEndTicks;
    const isOverdue = isMissed && performance.now() - this.#encodedMs > minEveryMs;
    if (this.#queue.length - followersInPacket > 1 && !isOverdue) {
      if (this.#demanded.source && isMissed) this.#options.onSkipped();
      if (isRateKnown) await this.#each((encoder, format) => encoder.prepare(frame, format, this.#fps));
      return;
    }
    this.#encodedMs = performance.now();
    const isInterlaced = (frame.flags & AV_FRAME_FLAG_INTERLACED) !== 0;
    if (isInterlaced) this.#deinterlacer ??= new Deinterlacer();
    const whole = this.#deinterlacer ? await this.#deinterlacer.addFrame(frame) : frame;
    if (!whole) return;
    const wholeTicks = Number(whole.pts);
    await this.#each(async (encoder, format, layer) => {
      if (!this.#options.isWanted(layer, wholeTicks)) return encoder.prepare(whole, format, this.#fps);
      if (encoder.isKeyframeDue(wholeTicks)) this.#options.onKeyframe();
      for (const { nals, ticks } of await encoder.encode(whole, format, this.#fps)) {
        this.#options.onEncoded(layer, nals, ticks);
      }
    });
  }

  /** Never rejects: when one layer fails, the other continues with the same frame. */
  async #each(work: (encoder: LayerEncoder, format: LayerFormat, layer: Layer) => Promise<unknown>): Promise<void> {
    const attempts = layers.map(async (layer) => {
      const format = this.#demanded[layer];
      const pause = this.#encoderPauses[layer];
      if (!format || !pause.isOver) return;
      try {
        await work(this.#encoders[layer], format, layer);
      } catch (error) {
        this.#options.faults.add(`transcoder: encoding layer ${layer}`, error);
        pause.begin();
        this.#encoders[layer].restart();
      }
    });
    await Promise.all(attempts);
  }

  #measureRate(ticks: number): void {
    const step = ticks - (this.#lastTicks ?? ticks);
    if (step >= 750 && step <= 90_000) this.#fps = Math.round(90_000 / step);
    this.#lastTicks = ticks;
  }

  #closeDecoder(): void {
    this.#decoded.unref();
    this.#decoder?.freeContext();
    this.#decoder = undefined;
    this.#deinterlacer?.close();
    this.#deinterlacer = undefined;
    this.#lastTicks = undefined;
    for (const layer of layers) this.#encoders[layer].reset();
  }
}

async function openDecoder(
  { codec: name, isReordered, makesSourceLayer }: TranscoderInput,
  maxPixels: number,
): Promise<CodecContext> {
  const maxThreads = makesSourceLayer ? maxCodecThreads : 1;
  const { codec, decoder } = makeVideoDecoder(name, { isReordered, maxThreads, maxPixels });
  FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${name} decoder`);
  return decoder;
}
