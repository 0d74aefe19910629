import { AV_FRAME_FLAG_INTERLACED } from 'node-av/constants';
import { type CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib';
import type { Logger } from '@/lib/platform/log';
import type { VideoCodec } from '../mpegts/mpegts-demuxer';
import { Deinterlacer } from './deinterlacer';
import type { CodedPicture } from './gop-cache';
import { LayerEncoder } from './layer-encoder';
import { type Layer, layerFormats } from './layer-format';
import { makeVideoDecoder } from './video-decoder';

/** Decoding that is this far behind will not catch up: it goes on at the next keyframe. */
const maxQueuedPictures = 900;
/** The large one first: other threads work on it while the small one is made. */
const layers: Layer[] = ['h', 'q'];
const defaultFps = 30;

/** What the decoder must be ready for. */
export interface TranscoderInput {
  codec: VideoCodec;
  isReordered: boolean;
  /** The full picture is made here, too: more threads are worth their price. */
  isWhole: boolean;
}

export interface VideoTranscoderOptions {
  log: Logger;
  /** One encoded picture of a layer: NAL units, and its time on the 90 kHz media clock. */
  onPicture(layer: Layer, nals: Buffer[], ticks: number): void;
  /** A picture was decoded too late to be worth encoding in full. */
  onGivenUp(): void;
}

/**
 * Decodes the camera's pictures once and makes each layer of them that is asked for, all off the main thread. It has
 * three gears, because each costs: off; warm (decoding, so that it can show a picture at once); encoding.
 */
export class VideoTranscoder {
  #options: VideoTranscoderOptions;
  #input: TranscoderInput | undefined;
  #queue: CodedPicture[] = [];
  #isRunning = false;
  #isWarm = false;
  #wanted: Record<Layer, boolean> = { q: false, h: false };
  #decoder: CodecContext | undefined;
  #decoderInput: TranscoderInput | undefined;
  #deinterlacer: Deinterlacer | undefined;
  #encoders: Record<Layer, LayerEncoder> = {
    q: new LayerEncoder(layerFormats.q),
    h: new LayerEncoder(layerFormats.h),
  };
  #decoded = new Frame();
  #packet = new Packet();
  #lastTicks: number | undefined;
  /** Pictures up to here had gone by before they were asked for. */
  #backlogEndTicks = Number.NEGATIVE_INFINITY;
  #fps = defaultFps;

  constructor(options: VideoTranscoderOptions) {
    this.#options = options;
    this.#decoded.alloc();
    this.#packet.alloc();
  }

  /** What is pushed from now on begins anew. @param backlog the pictures since the last keyframe, to start with */
  setInput(input: TranscoderInput, backlog: readonly CodedPicture[]): void {
    this.#input = input;
    if (this.#isWarm) this.#catchUp(backlog);
    void this.#run();
  }

  /**
   * @param isWarm decode what comes
   * @param wanted the layers to make of it; takes effect only while warm
   * @param backlog the pictures since the last keyframe, to start with when it gets warm
   */
  setGear(isWarm: boolean, wanted: Record<Layer, boolean>, backlog: readonly CodedPicture[]): void {
    if (isWarm && !this.#isWarm) this.#catchUp(backlog);
    if (!isWarm) this.#queue = [];
    for (const layer of layers) if (wanted[layer] && !this.#wanted[layer]) this.#encoders[layer].requestKeyframe();
    this.#isWarm = isWarm;
    this.#wanted = wanted;
    void this.#run();
  }

  push(picture: CodedPicture): void {
    if (!this.#isWarm) return;
    if (this.#queue.length > maxQueuedPictures) {
      this.#options.log.warn('transcoder: decoding does not keep up, waiting for the next keyframe');
      this.#queue = [];
      this.#closeDecoder();
    }
    this.#queue.push(picture);
    void this.#run();
  }

  requestKeyframe(layer: Layer): void {
    this.#encoders[layer].requestKeyframe();
  }

  #catchUp(backlog: readonly CodedPicture[]): void {
    this.#queue = [...backlog];
    this.#backlogEndTicks = Math.max(...backlog.map(({ ticks }) => ticks));
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let picture = this.#queue.shift(); picture; picture = this.#queue.shift()) await this.#decode(picture);
    } catch (error) {
      this.#options.log.error({ err: error }, 'transcoder: failed, starting anew at the next keyframe');
      this.#closeDecoder();
      this.#queue = [];
    } finally {
      this.#isRunning = false;
    }
    if (!this.#isWarm) this.#closeDecoder();
  }

  async #decode(picture: CodedPicture): Promise<void> {
    if (this.#decoderInput !== this.#input) this.#closeDecoder();
    if (!this.#decoder) {
      if (!picture.isKeyframe || !this.#input) return;
      this.#decoderInput = this.#input;
      this.#decoder = await openDecoder(this.#input);
    }
    this.#packet.data = picture.data;
    this.#packet.pts = BigInt(picture.ticks);
    this.#packet.dts = this.#packet.pts;
    // A damaged picture is no reason to stop: the decoder conceals it.
    await this.#decoder.sendPacket(this.#packet);
    this.#packet.unref();
    // Sending has done the work; to wait on another thread for what is there would cost more than to take it.
    while (this.#decoder && this.#decoder.receiveFrameSync(this.#decoded) >= 0) {
      await this.#show(this.#decoded, picture.companions);
      this.#decoded.unref();
    }
  }

  /**
   * A picture that others are already waiting behind is only decoded, so that a delay never stays.
   * @param companions how many of those came in the same packet, and so have waited for nothing
   */
  async #show(picture: Frame, companions = 0): Promise<void> {
    this.#measureRate(Number(picture.pts));
    if (!this.#wanted.q && !this.#wanted.h) return;
    if (this.#queue.length - companions > 1) {
      if (this.#wanted.h && Number(picture.pts) > this.#backlogEndTicks) this.#options.onGivenUp();
      return;
    }
    const isInterlaced = (picture.flags & AV_FRAME_FLAG_INTERLACED) !== 0;
    if (isInterlaced) this.#deinterlacer ??= new Deinterlacer();
    const whole = this.#deinterlacer ? await this.#deinterlacer.push(picture) : picture;
    if (whole) await Promise.all(layers.map((layer) => this.#encode(layer, whole)));
  }

  async #encode(layer: Layer, picture: Frame): Promise<void> {
    const encoder = this.#encoders[layer];
    if (!this.#wanted[layer] || !encoder.isDue(Number(picture.pts))) return;
    for (const { nals, ticks } of await encoder.encode(picture, this.#fps)) {
      this.#options.onPicture(layer, nals, ticks);
    }
  }

  #measureRate(ticks: number): void {
    const step = ticks - (this.#lastTicks ?? ticks);
    if (step >= 750 && step <= 90_000) this.#fps = Math.round(90_000 / step);
    this.#lastTicks = ticks;
  }

  #closeDecoder(): void {
    this.#decoder?.freeContext();
    this.#decoder = undefined;
    this.#deinterlacer?.close();
    this.#deinterlacer = undefined;
    this.#lastTicks = undefined;
    for (const layer of layers) this.#encoders[layer].reset();
  }
}

async function openDecoder({ codec: name, isReordered, isWhole }: TranscoderInput): Promise<CodecContext> {
  const { codec, decoder } = makeVideoDecoder(name, { isReordered, maxThreads: isWhole ? 4 : 1 });
  FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${name} decoder`);
  return decoder;
}
