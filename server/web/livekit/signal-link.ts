import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { TokenBucket } from '@/lib/core/token-bucket';
import { log } from '@/lib/platform/log';

/**
 * What a client may send: to answer for a hundred cameras takes some hundred kilobytes, now and then. What is beyond it
 * waits in the client's system.
 */
const clientBytes = { perSecond: 256 * 1024, burst: 4 * 1024 * 1024 };

/** For an end to close, too, after the other one has. */
const goodbyeMs = 1_000;

/** Both ends of a websocket between a client and LiveKit, after its handshake. */
interface Ends {
  client: Duplex;
  livekit: Duplex;
}

/**
 * Carries the bytes of one websocket both ways, until one end closes. Each end is read only as fast as the other takes
 * it, so no more than two stream buffers wait here, whatever either of them sends.
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
      // One end has closed, and the other one has been told. What it still says nobody needs.
      await Promise.race([Promise.all(ways), sleep(goodbyeMs, undefined, { ref: false })]);
    } catch (error) {
      // A client that has left, or LiveKit: whoever is still there connects again.
      log.debug({ err: error }, 'livekit: a connection was broken off');
    } finally {
      this.end();
    }
  }

  /** Ends it where the client has taken nothing of what has waited for it since the last time that this was asked. */
  endIfStuck(): void {
    const waitingBytes = this.#ends.client.writableLength;
    // Whatever it takes makes room for more: a backlog that moves is rarely the same to the byte.
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
