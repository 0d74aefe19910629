import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FeedSubscriber } from '../../feed/feed';
import { firstCall } from '../../srt-listener/first-call';
import { srtFault } from '../../srt-listener/srt-fault';
import { type SrtListenerOptions, srtListenerUrl } from '../../srt-listener/srt-listener-url';
import type { SrtReaderMessage, SrtReaderTask } from './srt-reader.program';

export interface SrtInputOptions {
  listener: SrtListenerOptions;
  /** Of a camera that sends more, the feed gets nothing: for the feed it is lost. */
  maxBitrateKbps: number;
  feed: FeedSubscriber;
  /** A camera sends more than it may, or (null) no longer. */
  onExcess(kbps: number | null): void;
}

/**
 * Listens for cameras, one at a time. A thread of its own waits for what they send: then the messages of a frame, which
 * come at once, wake this one once or twice, instead of each of them a thread of the pool and, by that, this one.
 */
export class SrtInput {
  /** It keeps nothing: what it has read is soon to be collected. */
  #thread = new Worker(new URL('./srt-reader.mjs', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
  });

  /**
   * Fills the feed for as long as the process lives.
   * @throws WorkerFault when the address cannot be listened on
   * @throws Error when the thread fails
   */
  async listen({ listener, maxBitrateKbps, feed, onExcess }: SrtInputOptions): Promise<never> {
    const failed = new Promise<never>((_, reject) => {
      this.#thread.on('message', (message: SrtReaderMessage) => {
        if (message === 'connected') feed.connected();
        else if (message === 'lost') feed.lost();
        else if (message instanceof Uint8Array) {
          feed.message(Buffer.from(message.buffer, message.byteOffset, message.length));
        } else if ('excessKbps' in message) onExcess(message.excessKbps);
        else reject(srtFault(message.errorCode, 'the camera', listener));
      });
    });
    const called = firstCall(listener, 'the camera').then(() => {
      const task: SrtReaderTask = { url: srtListenerUrl(listener), maxBitrateKbps };
      this.#thread.postMessage(task);
      return failed;
    });
    // Where the thread fails, this rejects with its error.
    const ended = once(this.#thread, 'exit').then(() => {
      throw new Error(`Nobody listens for the camera on ${listener.host}:${listener.port} any more`);
    });
    return await Promise.race([called, ended]);
  }
}
