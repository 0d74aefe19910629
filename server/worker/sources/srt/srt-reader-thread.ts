import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SrtReaderMessage } from './srt-reader.program';

/**
 * The thread that waits for a camera's messages. Those of one frame arrive together and wake the main thread once or
 * twice. Without this thread each would wake a thread of the pool, and then the main one.
 */
export class SrtReaderThread {
  /**
   * Small heaps, because it keeps nothing that it has read. V8 would reserve half a gigabyte for code, which the
   * worker's memory limit (`ulimit -d`) counts.
   */
  readonly #thread = new Worker(new URL('./srt-reader.mjs', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32, codeRangeSizeMb: 16 },
  });

  /** Settles when the thread has ended. @throws Error that ended it */
  readonly ended: Promise<unknown> = once(this.#thread, 'exit');

  constructor() {
    // The caller that runs a task handles the error.
    this.ended.catch(() => undefined);
  }

  /**
   * Lets the thread end, which has no task: the camera does not come by SRT. It ends itself, because a thread that is
   * terminated while it loads node-av takes the process with it.
   */
  dismiss(): void {
    this.#thread.postMessage(null);
  }

  /** Gives it its only task. @param url the listener's, for FFmpeg */
  start(url: string, onMessage: (message: SrtReaderMessage) => void): void {
    this.#thread.on('message', onMessage);
    this.#thread.postMessage(url);
  }
}
