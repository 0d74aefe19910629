import { type CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib';
import type { VideoCodec } from '../mpegts/stream-types';
import { makeVideoDecoder } from '../transcode/video-decoder';
import { readLuma } from './luma-points';

/** Decodes keyframes, each by itself, off the main thread. What it keeps in memory is one picture. */
export class KeyframeDecoder {
  readonly #codecName: VideoCodec;
  readonly #maxPixels: number;
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  #decoder: CodecContext | undefined;
  #isBusy = false;
  #isClosed = false;

  /** @param maxPixels of one frame; larger ones are not decoded */
  constructor(codecName: VideoCodec, maxPixels: number) {
    this.#codecName = codecName;
    this.#maxPixels = maxPixels;
    this.#packet.alloc();
    this.#frame.alloc();
  }

  /** It is at work; what comes meanwhile is left out. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /**
   * @param data a keyframe with its parameter sets
   * @returns its luma (see readLuma); null where nothing comes of it
   * @throws Error where there is no decoder
   */
  async decode(data: Buffer): Promise<Uint8Array | null> {
    this.#isBusy = true;
    try {
      this.#decoder ??= await this.#open();
      this.#packet.data = data;
      await this.#decoder.sendPacket(this.#packet);
      // Nothing follows it that the decoder could wait for.
      await this.#decoder.sendPacket(null);
      const luma = (await this.#decoder.receiveFrame(this.#frame)) >= 0 ? readLuma(this.#frame) : null;
      this.#decoder.flushBuffers();
      return luma;
    } finally {
      this.#packet.unref();
      this.#frame.unref();
      this.#isBusy = false;
      if (this.#isClosed) this.#free();
    }
  }

  /** What it is at work on comes to nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#isBusy) this.#free();
  }

  async #open(): Promise<CodecContext> {
    const limits = { isReordered: true, maxThreads: 1, maxPixels: this.#maxPixels };
    const { codec, decoder } = makeVideoDecoder(this.#codecName, limits);
    // Smooths the edges of blocks, which costs a fourth and makes no picture brighter.
    decoder.setOption('skip_loop_filter', 'all');
    FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${this.#codecName} decoder`);
    return decoder;
  }

  #free(): void {
    this.#decoder?.freeContext();
    this.#decoder = undefined;
    this.#packet.free();
    this.#frame.free();
  }
}
