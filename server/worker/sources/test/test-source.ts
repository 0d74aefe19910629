import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { pause } from '@/lib/core/pause';
import { pictureFrame } from '@/lib/media/frame';
import { StreamEncoder } from '../made/stream-encoder';
import { soundMs, soundSamples } from '../made/stream-muxer';
import type { Source, SourceFeed } from '../source';
import { pictureSize, TestPicture } from './test-picture';
import { testTone } from './test-tone';

const fps = 30;
/** Beyond this the clock was set, or the machine slept: the picture goes on from now. */
const maxLateMs = 500;

/** Makes a picture and a tone that carry their time of capture, as a camera for measuring all that follows. */
export class TestSource implements Source {
  readonly #picture: TestPicture;
  readonly #encoder = new StreamEncoder({
    size: pictureSize,
    fps,
    keyframeIntervalFrames: fps,
    video: { preset: 'ultrafast', tune: 'zerolatency', crf: '23' },
    maxVideoBps: null,
    audioBps: 96_000n,
  });

  /** @throws FFmpegError when an encoder does not open */
  constructor({ number, name }: Extract<WorkerSource, { kind: 'test' }>) {
    this.#picture = new TestPicture(number, name);
  }

  /** Fills the feed until `signal`. @throws FFmpegError when a frame cannot be encoded */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    feed.connected();
    try {
      while (!signal.aborted) await this.#runFrom(Math.ceil(Date.now()), feed, signal);
    } finally {
      this.#encoder.close();
    }
  }

  /** Sends frames that are evenly spaced from a moment on, until the clock no longer agrees. */
  async #runFrom(startMs: number, feed: SourceFeed, signal: AbortSignal): Promise<void> {
    let soundFrames = 0;
    for (let index = 0; !signal.aborted; index++) {
      const dueMs = startMs + (index * 1_000) / fps;
      const waitMs = dueMs - Date.now();
      if (Math.abs(waitMs) > maxLateMs) return;
      // Also when it is late: the worker reports between two frames.
      await pause(Math.max(0, waitMs), signal);
      if (signal.aborted) return;
      this.#picture.draw(Math.round(dueMs));
      const frame = pictureFrame(this.#picture.data, pictureSize);
      await this.#encoder.sendPicture(frame, dueMs, dueMs, feed);
      frame.free();
      // Like a microphone: a frame of audio goes out once its last sample is there.
      for (; startMs + (soundFrames + 1) * soundMs <= dueMs; soundFrames++) {
        this.#sendTone(startMs + soundFrames * soundMs, feed);
      }
    }
  }

  #sendTone(ms: number, feed: SourceFeed): void {
    const samples = new Float32Array(2 * soundSamples);
    const tone = testTone(ms, soundSamples);
    samples.set(tone);
    samples.set(tone, soundSamples);
    this.#encoder.sendSound(samples, ms, feed);
  }
}
