import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { TokenBucket } from '@/lib/core/token-bucket';
import { log } from '@/lib/platform/log';

/**
 * Limit of what a client sends; the rest waits in the client's system. Answering for a hundred cameras takes some
 * hundred kilobytes now and then.
 */
const clientBytes = { perSecond: 256 * 1024, burst: 4 * 1024 * 1024 };

/** How long one end may stay open after the other has closed. */
const goodbyeMs = 1_000;

/** Both ends of a websocket between a client and LiveKit, after its handshake. */
interface Ends {
  client: Duplex;
  livekit: Duplex;
}

/**
 * Carries the bytes of one websocket both ways until one end closes. It reads each end only as fast as the other one
 * takes the data, so at most two stream buffers wait here.
 */
export class SignalLink {
  readonly #ends: Ends;
  #stuckBytes = 0;

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  /** Resolves when both ends are closed. */
  async carry(): Promise<void> {
    const { client, livekit } = this.#ends;
    try {
      const ways = [pipeline(client, limitRate, livekit), pipeline(livekit, client)];
      await Promise.race(ways);
      // One end has closed, and the other one has been told; its further data is not needed.
      await Promise.race([Promise.all(ways), sleep(goodbyeMs, undefined, { ref: false })]);
    } catch (error) {
      // The client or LiveKit has left; the remaining side reconnects.
      log.debug({ err: error }, 'livekit: a connection was broken off');
    } finally {
      this.end();
    }
  }

  /** Ends it when the client has taken nothing of its backlog since the previous call. */
  endIfStuck(): void {
    const waitingBytes = this.#ends.client.writableLength;
    // Anything it takes makes room for more: a moving backlog is rarely the same to the byte.
    if (waitingBytes > 0 && waitingBytes === this.#stuckBytes) this.end();
    else this.#stuckBytes = waitingBytes;
  }

  end(): void {
    this.#ends.client.destroy();
    this.#ends.livekit.destroy();
  }
}

async function* limitRate(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const bucket = new TokenBucket(clientBytes, performance.now());
  for await (const chunk of chunks) {
    const waitMs = bucket.spend(performance.now(), chunk.length);
    if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
    yield chunk;
  }
}
