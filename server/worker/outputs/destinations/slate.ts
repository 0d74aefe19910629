import { addTicks, ticksPerMs, ticksPerSecond } from '@/lib/core/timestamp33';
import { MpegTsMuxer } from '@/lib/media/mpegts/mpegts-muxer';
import type { SlateFrame } from './encode-slate';
import type { PictureFormat } from './flv-muxer';

/** A camera that has left is replaced after this time: platforms end a show that stands still. */
const afterLossMs = 1_000;
/** A camera whose connection stands, too. Some senders, such as those by HLS, pause for seconds. */
const afterSilenceMs = 10_000;
const checkIntervalMs = 250;
const maxFps = 60;

export interface SlateOptions {
  /** The picture that is replaced; null: none has come, or one that the slate cannot replace. */
  readFormat(): PictureFormat | null;
  /** It takes the camera's place from now on. */
  onBegin(): void;
  /** @param isKeyframe whether a receiver can begin here; the tables are in it */
  onMessage(message: Buffer, isKeyframe: boolean): void;
  /** It could not be encoded. */
  onFault(error: unknown): void;
}

/** Sends a still picture in place of a camera that is lost, as MPEG-TS without sound, until the camera's next keyframe. */
export class Slate {
  readonly #options: SlateOptions;
  #text: string | null = null;
  #lastMessageMs = performance.now();
  #isLost = false;
  #encoded: { key: string; frames: SlateFrame[] } | null = null;
  /** Aborted when the camera is back. */
  #playing: AbortController | null = null;
  #isShown = false;

  constructor(options: SlateOptions) {
    this.#options = options;
    setInterval(() => this.#check(), checkIntervalMs);
  }

  /** Whether it goes out in the camera's place. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** Shows this text from the next loss on; without one there is no slate. */
  setText(text: string | undefined): void {
    this.#text = text ?? null;
  }

  /** The camera sends. It is back where a receiver can begin. @returns whether the slate ends with this message */
  cameraSent(canBegin: boolean): boolean {
    this.#lastMessageMs = performance.now();
    if (this.#isShown && !canBegin) return false;
    this.#isLost = false;
    this.#playing?.abort();
    this.#playing = null;
    const wasShown = this.#isShown;
    this.#isShown = false;
    return wasShown;
  }

  /** Messages are missing, or the camera has left. */
  cameraInterrupted(): void {
    this.#isLost = true;
  }

  #check(): void {
    const format = this.#options.readFormat();
    const silentMs = performance.now() - this.#lastMessageMs;
    if (this.#playing || this.#text === null || !format) return;
    if (silentMs < (this.#isLost ? afterLossMs : afterSilenceMs)) return;
    this.#playing = new AbortController();
    this.#play(format, this.#text, this.#playing.signal).catch(this.#options.onFault);
  }

  async #play(format: PictureFormat, text: string, signal: AbortSignal): Promise<void> {
    const fps = Math.max(1, Math.min(maxFps, Math.round(format.fps)));
    const frames = await this.#encode(format, fps, text);
    if (signal.aborted) return;
    this.#isShown = true;
    this.#options.onBegin();
    const muxer = new MpegTsMuxer();
    muxer.setTracks({ video: 'h264', audio: null });
    const startedMs = performance.now();
    // Timestamps go on as if the camera had.
    const firstTicks = addTicks(format.pts, Math.round((startedMs - this.#lastMessageMs) * ticksPerMs));
    const sendNext = (index: number) => {
      if (signal.aborted) return;
      const frame = frames[index % frames.length];
      if (!frame) return;
      const ticks = addTicks(firstTicks, Math.round((index * ticksPerSecond) / fps));
      this.#options.onMessage(muxer.accessUnit('video', frame.data, ticks, frame.isKeyframe), frame.isKeyframe);
      const nextMs = startedMs + ((index + 1) * 1_000) / fps;
      setTimeout(sendNext, Math.max(0, nextMs - performance.now()), index + 1);
    };
    sendNext(0);
  }

  async #encode(format: PictureFormat, fps: number, text: string): Promise<SlateFrame[]> {
    const { width, height, profileIdc } = format;
    const key = JSON.stringify([width, height, profileIdc, fps, text]);
    if (this.#encoded?.key !== key) {
      // Loads FFmpeg.
      const { encodeSlate } = await import('./encode-slate');
      this.#encoded = { key, frames: await encodeSlate(format, fps, text) };
    }
    return this.#encoded.frames;
  }
}
