import { once } from 'node:events';
import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { firstCall } from '../../srt-listener/first-call';
import { srtFault } from '../../srt-listener/srt-fault';
import { type SrtListenerOptions, srtListenerUrl } from '../../srt-listener/srt-listener-url';
import type { Source, SourceContext, SourceFeed } from '../source';
import type { SrtReaderMessage } from './srt-reader.program';
import type { SrtReaderThread } from './srt-reader-thread';

/** Listens for SRT callers, one camera at a time. */
export class SrtSource implements Source {
  readonly #thread: Pick<SrtReaderThread, 'ended' | 'start'>;
  readonly #listener: SrtListenerOptions;

  constructor(
    { passphrase }: Extract<WorkerSource, { kind: 'srt' }>,
    { address: { host, inputPort: port } }: Pick<SourceContext, 'address'>,
    thread: Pick<SrtReaderThread, 'ended' | 'start'>,
  ) {
    this.#thread = thread;
    this.#listener = { host, port, passphrase };
  }

  /**
   * Fills the feed until `signal`. The thread continues after that, because nothing interrupts libsrt's accept.
   * @throws WorkerFault when it cannot listen on the address
   * @throws Error when the thread fails
   */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const listener = this.#listener;
    const failed = new Promise<never>((_, reject) => {
      const onMessage = (message: SrtReaderMessage) => {
        if (message === 'connected') feed.connected();
        else if (message === 'lost') feed.lost();
        else if (message instanceof Uint8Array) {
          feed.addDatagram(Buffer.from(message.buffer, message.byteOffset, message.length));
        } else reject(srtFault(message.errorCode, 'camera', listener));
      };
      const startThread = () => {
        if (!signal.aborted) this.#thread.start(srtListenerUrl(listener), onMessage);
      };
      firstCall(listener, 'camera', signal).then(startThread, reject);
    });
    const ended = this.#thread.ended.then(() => {
      throw new Error(`Nobody listens for the camera on ${listener.host}:${listener.port} any more`);
    });
    await Promise.race([failed, ended, signal.aborted ? undefined : once(signal, 'abort')]);
  }
}
