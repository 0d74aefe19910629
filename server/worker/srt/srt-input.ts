import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type SrtListenerOptions, srtListenerUrl } from './srt-listener-url';
import type { SrtReaderMessage } from './srt-reader';

export interface SrtInputOptions extends SrtListenerOptions {
  /** A camera has connected. */
  onConnected(): void;
  /** One SRT message, as sent. */
  onMessage(message: Buffer): void;
  /** The camera is gone; another may come. */
  onLost(): void;
}

/**
 * Listens for cameras, one at a time. A thread of its own waits for what they send: then the messages of a picture, which
 * come at once, wake this one once or twice, instead of each of them a thread of the pool and, by that, this one.
 */
export class SrtInput {
  /** It keeps nothing: what it has read is soon to be collected. */
  #thread = new Worker(new URL('./srt-reader.mjs', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
  });

  /** For as long as the process lives. @throws Error when the address cannot be listened on */
  async listen({ onConnected, onMessage, onLost, ...listener }: SrtInputOptions): Promise<never> {
    this.#thread.on('message', (message: SrtReaderMessage) => {
      if (message === 'connected') onConnected();
      else if (message === 'lost') onLost();
      else onMessage(Buffer.from(message.buffer, message.byteOffset, message.length));
    });
    this.#thread.postMessage(srtListenerUrl(listener));
    // Where the thread fails, this rejects with its error.
    await once(this.#thread, 'exit');
    throw new Error(`Nobody listens for SRT on ${listener.host}:${listener.port} any more`);
  }
}
