import type { Frame } from 'node-av/lib';
import { pause } from '@/lib/core/pause';
import type { Size } from '@/lib/media/frame';
import type { SourceFeed } from '../source';
import { StreamEncoder } from './stream-encoder';
import { soundMs } from './stream-muxer';

const keyframeIntervalSeconds = 2;
/** A worker that is further behind leaves out pictures. */
const maxLateMs = 500;
/** A clock that is further off than this was set. */
const maxClockOffMs = 100;

/** A moment of the stream. */
export interface StreamMoment {
  /** By the stream's own clock, which nobody sets. */
  clockMs: number;
  /** When what is shown was captured, in milliseconds since 1970. */
  capturedMs: number;
}

export interface SteadyStreamOptions {
  size: Size;
  fps: number;
  feed: SourceFeed;
  /** From capture to this stream. A change moves the pictures that are taken. */
  delayMs(): number;
  pictureAt(moment: StreamMoment, frameMs: number): Promise<Frame>;
  /** The sound of one frame of AAC. @param moment of its first sample */
  soundAt(moment: StreamMoment): Float32Array;
}

/** A stream that is made here, with one size, one rate and timestamps without a gap. */
export class SteadyStream {
  readonly #options: SteadyStreamOptions;
  readonly #encoder: StreamEncoder;

  /** @throws FFmpegError when the encoder of the sound does not open */
  constructor(options: SteadyStreamOptions) {
    const { size, fps } = options;
    this.#options = options;
    this.#encoder = new StreamEncoder({
      size,
      fps,
      keyframeIntervalFrames: keyframeIntervalSeconds * fps,
      video: { preset: 'superfast', tune: 'zerolatency', crf: '22', 'x264-params': 'scenecut=0' },
      maxVideoBps: 4_000_000,
      audioBps: 128_000n,
    });
  }

  /** The encoder of the pictures, by FFmpeg's name; undefined before the first one. */
  get videoEncoder(): string | undefined {
    return this.#encoder.videoEncoder;
  }

  close(): void {
    this.#encoder.close();
  }

  /** Sends until `signal`. @throws FFmpegError when a picture cannot be encoded */
  async send(signal: AbortSignal): Promise<void> {
    const { fps, feed, delayMs, pictureAt, soundAt } = this.#options;
    const startedMs = performance.now();
    const startDelayMs = delayMs();
    const wallStartMs = Date.now();
    const startMs = wallStartMs - startDelayMs;
    /** From the stream's own clock to the time of day. */
    let offMs = 0;
    let soundFrames = 0;
    for (let index = 0; !signal.aborted; index++) {
      const lateMs = performance.now() - startedMs - (index * 1_000) / fps;
      // Also when it is late: the worker takes commands between two frames.
      await pause(Math.max(0, -lateMs), signal);
      if (lateMs > maxLateMs) index += Math.floor((lateMs * fps) / 1_000);
      if (signal.aborted) return;
      const clockMs = startMs + (index * 1_000) / fps;
      const setMs = Date.now() - wallStartMs - (performance.now() - startedMs);
      if (Math.abs(setMs - offMs) > maxClockOffMs) offMs = setMs;
      const captureOffMs = offMs + startDelayMs - delayMs();
      const momentAt = (ms: number): StreamMoment => ({ clockMs: ms, capturedMs: ms + captureOffMs });
      const picture = await pictureAt(momentAt(clockMs), 1_000 / fps);
      await this.#encoder.sendPicture(picture, clockMs, clockMs + captureOffMs, feed);
      for (; (soundFrames + 1) * soundMs <= (index * 1_000) / fps; soundFrames++) {
        const soundAtMs = startMs + soundFrames * soundMs;
        this.#encoder.sendSound(soundAt(momentAt(soundAtMs)), soundAtMs, feed);
      }
    }
  }
}
