import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { rtmpHandOver } from '@/lib/contracts/worker-protocol';
import { RtmpSession } from '@/lib/core/rtmp/rtmp-session';
import { FaultLog } from '../../control/fault-log';
import type { Source, SourceContext, SourceFeed } from '../source';
import { maxRtmpMessageBytes, RtmpMuxer } from './rtmp-muxer';

/** As for SRT: an encoder keeps its place while it sends. */
const silentAfterMs = 500;
const silencePollMs = 20;
/** TCP may wait for minutes for a caller whose network is gone. */
const idleAfterMs = 10_000;

interface Encoder {
  socket: Socket;
  heardMs: number;
}

/**
 * Takes one RTMP encoder at a time. The gateway has answered it up to its `publish`, and sends all its bytes again. This end
 * reads them, and answers from `publish` on.
 */
export class RtmpSource implements Source {
  readonly #context: Pick<SourceContext, 'address' | 'log'>;
  readonly #faults: FaultLog;
  #encoder: Encoder | null = null;

  constructor(context: Pick<SourceContext, 'address' | 'log'>) {
    this.#context = context;
    this.#faults = new FaultLog(context.log);
  }

  /** Fills the feed until `signal`. @throws Error when it cannot listen on the address */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const { host, inputPort } = this.#context.address;
    const sockets = new Set<Socket>();
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      socket.on('error', (err) => this.#context.log.debug({ err }, 'rtmp: a connection broke'));
      socket.once('close', () => sockets.delete(socket));
      this.#take(socket, feed).catch((error: unknown) => {
        this.#faults.add('rtmp', error);
        socket.destroy();
      });
    });
    server.listen(inputPort, host);
    await once(server, 'listening');
    const failed = once(server, 'error').then(([error]) => {
      throw error;
    });
    try {
      await Promise.race([failed, signal.aborted ? undefined : once(signal, 'abort')]);
    } finally {
      failed.catch(() => undefined);
      server.close();
      for (const socket of sockets) socket.destroy();
    }
  }

  async #take(socket: Socket, feed: SourceFeed): Promise<void> {
    socket.pause();
    if (!(await this.#makePlace())) {
      socket.end(rtmpHandOver.busy);
      socket.destroySoon();
      return;
    }
    if (socket.destroyed) return;
    const encoder: Encoder = { socket, heardMs: performance.now() };
    this.#encoder = encoder;
    socket.write(rtmpHandOver.taken);
    const muxer = new RtmpMuxer((packets) => feed.addDatagram(packets), this.#faults);
    const session = new RtmpSession({
      maxMessageBytes: maxRtmpMessageBytes,
      send: (bytes) => {
        // The gateway has sent these answers already.
        if (session.isPublishing) socket.write(bytes);
      },
      onPublish: () => session.accept(),
      onMedia: (message) => muxer.addMessage(message),
      onUnpublish: () => socket.end(),
    });
    feed.connected();
    socket.setTimeout(idleAfterMs, () => socket.destroy());
    socket.on('data', (bytes) => {
      if (this.#encoder !== encoder) return;
      encoder.heardMs = performance.now();
      try {
        session.addBytes(bytes);
      } catch (error) {
        this.#faults.add('rtmp', error);
        socket.destroy();
      }
    });
    const end = () => {
      if (this.#encoder !== encoder) return;
      this.#encoder = null;
      muxer.close();
      feed.lost();
    };
    socket.once('end', () => {
      end();
      // Where the gateway stops, the encoder is still there.
      session.requestReconnect();
      socket.end();
    });
    socket.once('close', end);
    socket.resume();
  }

  /** Waits until the present encoder sends, or ends it once it has been silent. @returns whether there is a place */
  async #makePlace(): Promise<boolean> {
    const askedMs = performance.now();
    for (;;) {
      const present = this.#encoder;
      if (!present) return true;
      if (present.heardMs > askedMs) return false;
      if (performance.now() - present.heardMs >= silentAfterMs) {
        present.socket.destroy();
        await once(present.socket, 'close');
      } else {
        await sleep(silencePollMs);
      }
    }
  }
}
