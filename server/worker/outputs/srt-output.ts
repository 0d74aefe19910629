import { setTimeout as sleep } from 'node:timers/promises';
import { AVIO_FLAG_NONBLOCK, AVIO_FLAG_WRITE, type AVIOFlag } from 'node-av/constants';
import { FFmpegError, IOContext } from 'node-av/lib';
import { backoffMs } from '@/lib/core/backoff';
import type { Logger } from '@/lib/platform/log';
import { RandomAccessPoints } from '../mpegts/random-access-points';
import { type SrtListenerOptions, srtListenerUrl } from '../srt/srt-listener-url';

export interface SrtOutputOptions extends SrtListenerOptions {
  log: Logger;
}

/**
 * The view address: an SRT listener that gives every caller the camera's own packets from the next keyframe on. FFmpeg
 * accepts one caller per opened listener, so another is opened as soon as one has come.
 */
export class SrtOutput {
  #options: SrtOutputOptions;
  #viewers = new Set<Viewer>();
  #randomAccessPoints = new RandomAccessPoints();

  constructor(options: SrtOutputOptions) {
    this.#options = options;
  }

  /** Accepts viewers for as long as the process lives. */
  async run(): Promise<never> {
    for (let failures = 0; ; ) {
      try {
        const viewer = await Viewer.accept(this.#options);
        failures = 0;
        this.#viewers.add(viewer);
        // At once: the router takes it for the sign that the next viewer may call.
        this.#give(viewer, this.#randomAccessPoints.tables);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'view: no listener');
        await sleep(backoffMs(failures++, { firstMs: 100, capMs: 5_000 }));
      }
    }
  }

  /** Gives every viewer the camera's next SRT message. */
  write(message: Buffer): void {
    const entry = this.#randomAccessPoints.push(message);
    for (const viewer of this.#viewers) {
      if (viewer.isWatching) this.#give(viewer, message);
      else if (entry !== null) {
        viewer.isWatching = true;
        this.#give(viewer, this.#randomAccessPoints.tables);
        this.#give(viewer, message.subarray(entry));
      }
    }
  }

  /** The camera is gone: what it sends next is another stream, into which viewers have to be let anew. */
  restart(): void {
    this.#randomAccessPoints = new RandomAccessPoints();
    for (const viewer of this.#viewers) viewer.isWatching = false;
  }

  #give(viewer: Viewer, bytes: Buffer): void {
    const failure = bytes.length > 0 && this.#viewers.has(viewer) ? viewer.write(bytes) : null;
    if (!failure) return;
    this.#viewers.delete(viewer);
    this.#options.log.info({ reason: failure.message }, 'view: viewer gone');
    void viewer.close();
  }
}

/** One caller of the listener. */
class Viewer {
  /** Has had the tables and a keyframe. */
  isWatching = false;
  #io: IOContext;

  private constructor(io: IOContext) {
    this.#io = io;
  }

  /** Waits for one caller. @throws Error when the address cannot be listened on */
  static async accept(options: SrtListenerOptions): Promise<Viewer> {
    const io = new IOContext();
    // Writing must not wait: a viewer whose buffer in libsrt is full is an error, and given up.
    const opened = await io.open2(srtListenerUrl(options), (AVIO_FLAG_WRITE | AVIO_FLAG_NONBLOCK) as AVIOFlag);
    FFmpegError.throwIfError(opened, `listen for SRT viewers on ${options.host}:${options.port}`);
    // What is written goes out as it is, as one SRT message.
    io.direct = 1;
    return new Viewer(io);
  }

  /** @returns why the viewer is lost, if it is */
  write(message: Buffer): Error | null {
    this.#io.writeSync(message);
    return this.#io.error < 0 ? new FFmpegError(this.#io.error) : null;
  }

  async close(): Promise<void> {
    await this.#io.closep();
  }
}
