import { type CodecContext, FFmpegError, type Frame } from 'node-av/lib';
import { RestartPause } from '@/lib/core/restart-pause';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { makeVideoDecoder } from '@/lib/media/codecs/video-decoder';
import { newFrame, newPacket } from '@/lib/media/frame';
import type { KeyframeReading } from '../../feed/feed-frames';
import type { VideoTrack } from '../../program/video-track';
import { CameraUnits, type CameraUnitsOptions, type QueuedUnit } from './camera-units';
import type { HeldGop } from './held-packets';
import type { SoundRing } from './sound-ring';

/** A decoder that is further behind goes on at a keyframe. */
const maxBehindMs = 1_000;

/** Decodes a camera of the program: the sound as it comes, and the video up to the moment that is shown. */
export class CameraPicture {
  readonly #options: CameraUnitsOptions;
  readonly #units: CameraUnits;
  readonly #packet = newPacket();
  readonly #decoderPause = new RestartPause();
  /** The track that the decoder was opened for. */
  #decoderTrack: VideoTrack | null = null;
  #decoder: CodecContext | undefined;
  /** The frame that is shown, and the decoder's latest one, which is later. */
  #current = newFrame();
  #next = newFrame();
  #hasCurrent = false;
  #hasNext = false;
  #frameCount = 0;
  #decodedMs = Number.NEGATIVE_INFINITY;
  #isAdvancing = false;
  #isClosed = false;

  constructor(options: CameraUnitsOptions) {
    this.#options = options;
    this.#units = new CameraUnits(options);
  }

  get sound(): SoundRing {
    return this.#units.sound;
  }

  /** The frame of the moment; null before the first one. It is valid until the next call of {@link advance}. */
  get frame(): Frame | null {
    return this.#hasCurrent ? this.#current : null;
  }

  /** Differs with each frame. */
  get frameCount(): number {
    return this.#frameCount;
  }

  /** When {@link frame} came out of the decoder, in milliseconds of `performance.now()`; minus infinity before the first. */
  get decodedMs(): number {
    return this.#decodedMs;
  }

  /** When {@link frame} was captured, in milliseconds since 1970; minus infinity before the first one. */
  get capturedMs(): number {
    return this.#hasCurrent ? Number(this.#current.pts) / ticksPerMs : Number.NEGATIVE_INFINITY;
  }

  /** Whether a frame behind {@link frame} is decoded, so that this one is the right one of its moment. */
  get hasLater(): boolean {
    return this.#hasNext;
  }

  /** The access units that wait to be decoded. */
  get queuedBytes(): number {
    return this.#units.queuedBytes;
  }

  /** When the last frame that waits was captured, in milliseconds since 1970; minus infinity where none waits. */
  get queuedUntilMs(): number {
    return this.#units.queuedUntilMs;
  }

  /** Begins with what was held. */
  begin(gops: readonly HeldGop[]): void {
    this.#units.begin(gops);
  }

  /** Takes the camera's next message. @param reading of the keyframe that begins in it; null: none */
  addMessage(message: Buffer, reading: KeyframeReading | null): void {
    this.#units.addMessage(message, reading);
  }

  /** Data is missing, or the camera is gone. The frame stays. */
  interrupt(): void {
    this.#units.interrupt();
  }

  /**
   * Brings {@link frame} to the latest one that was captured by then.
   * @param ms since 1970
   * @param budgetMs a decoder that needs longer goes on with the next call
   */
  async advance(ms: number, budgetMs: number): Promise<void> {
    const startedMs = performance.now();
    this.#isAdvancing = true;
    try {
      this.#skipTo(ms);
      for (;;) {
        if (this.#hasNext && Number(this.#next.pts) / ticksPerMs > ms) return;
        if (this.#hasNext) this.#showNext();
        if (this.#decoder && this.#decoder.receiveFrameSync(this.#next) >= 0) this.#hasNext = true;
        else if (performance.now() - startedMs > budgetMs || !(await this.#decodeNext())) return;
      }
    } catch (error) {
      this.#options.faults.add('program: decoding', error);
      this.#decoderPause.begin();
      this.#closeDecoder();
    } finally {
      this.#isAdvancing = false;
      if (this.#isClosed) this.#free();
    }
  }

  /** Frees all of it, once no frame is being decoded. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#isAdvancing) this.#free();
  }

  #free(): void {
    this.#closeDecoder();
    this.#units.close();
    for (const part of [this.#packet, this.#current, this.#next]) part.free();
    this.#hasCurrent = false;
  }

  #showNext(): void {
    this.#current.unref();
    [this.#current, this.#next] = [this.#next, this.#current];
    this.#hasNext = false;
    this.#hasCurrent = true;
    this.#frameCount++;
    this.#decodedMs = performance.now();
  }

  /** Leaves out what a slow decoder would only show too late. */
  #skipTo(ms: number): void {
    if (ms - (this.#units.first?.capturedMs ?? ms) > maxBehindMs) this.#units.skipTo(ms);
  }

  /** @returns false where no access unit waits, or none can be decoded now */
  async #decodeNext(): Promise<boolean> {
    const unit = this.#units.first;
    if (!unit || !(await this.#openDecoder(unit)) || !this.#decoder) return false;
    this.#units.shift();
    this.#packet.data = unit.data;
    this.#packet.pts = BigInt(Math.round(unit.capturedMs * ticksPerMs));
    this.#packet.dts = this.#packet.pts;
    const sent = await this.#decoder.sendPacket(this.#packet);
    this.#packet.unref();
    // A damaged access unit is no reason to stop: the decoder conceals it.
    if (sent < 0) this.#options.faults.add('program: decoding', new FFmpegError(sent));
    return true;
  }

  async #openDecoder({ isKeyframe }: QueuedUnit): Promise<boolean> {
    const { track } = this.#units;
    if (this.#decoder && this.#decoderTrack === track) return true;
    if (!track || !isKeyframe || !this.#decoderPause.isOver) {
      if (!isKeyframe) this.#units.shift();
      return false;
    }
    this.#closeDecoder();
    const { codec, decoder } = makeVideoDecoder(track.codec, {
      isReordered: true,
      maxThreads: 2,
      maxPixels: track.maxPixels,
    });
    this.#decoder = decoder;
    this.#decoderTrack = track;
    FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${track.codec} decoder`);
    return true;
  }

  #closeDecoder(): void {
    this.#decoder?.freeContext();
    this.#decoder = undefined;
  }
}
