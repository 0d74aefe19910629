import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { RelayedFeed } from '@/lib/contracts/worker-protocol';
import { stayConnected } from '@/lib/core/backoff';
import { FeedFrameReader, feedMark, type KeyframeReading } from '../../feed/feed-frames';

const reconnect = { firstMs: 100, capMs: 2_000 };
const answerTimeoutMs = 5_000;
/** A machine that is gone is noticed within half a minute, because it does not answer these. */
const keepAliveMs = 5_000;

/** A keyframe in a message of another camera. */
export interface RelayedKeyframe {
  reading: KeyframeReading & { pts: number };
  tables: Buffer;
  offset: number;
}

export interface RelayedFeedHandlers {
  /** @param keyframe what begins in the message; null: nothing */
  message(message: Buffer, keyframe: RelayedKeyframe | null): void;
  /** Data is missing, or the camera is gone. */
  interrupt(): void;
  /** The connection is over; the next one may be another worker's. */
  ended?(): void;
  /** The connection has failed; it is tried again. */
  onFailure(error: unknown): void;
}

/** Takes another camera's packets from its worker, until it is closed. */
export class RelayedFeedReader {
  readonly #handlers: RelayedFeedHandlers;
  readonly #stopping = new AbortController();
  #feed: RelayedFeed;
  /** The connection of the present address. */
  #connection = new AbortController();

  constructor(feed: RelayedFeed, handlers: RelayedFeedHandlers) {
    this.#feed = feed;
    this.#handlers = handlers;
    void stayConnected((worked) => this.#receive(worked), {
      ...reconnect,
      signal: this.#stopping.signal,
      onFailure: (error) => handlers.onFailure(error),
    });
  }

  /** The camera's worker may be another one now. */
  follow(feed: RelayedFeed): void {
    const { url, token } = this.#feed;
    this.#feed = feed;
    if (feed.url !== url || feed.token !== token) this.#connection.abort();
  }

  close(): void {
    this.#stopping.abort();
    this.#connection.abort();
  }

  /** Takes packets until the connection ends. @throws Error when there is none */
  async #receive(worked: () => void): Promise<void> {
    this.#connection = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, this.#connection.signal]);
    const { url, token } = this.#feed;
    const headers = { authorization: `Bearer ${token}` };
    const request = http.request(url, { headers, signal, agent: false });
    request.setSocketKeepAlive(true, keepAliveMs);
    const timer = setTimeout(() => request.destroy(new Error('The camera does not answer')), answerTimeoutMs);
    try {
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      clearTimeout(timer);
      if (response.statusCode !== 200) throw new Error(`The camera's worker answered ${response.statusCode}`);
      worked();
      await this.#read(response);
    } catch (error) {
      // Another address, or the end.
      if (!signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      request.destroy();
      this.#handlers.ended?.();
      this.#handlers.interrupt();
    }
  }

  async #read(response: IncomingMessage): Promise<void> {
    let reading: KeyframeReading | null = null;
    let tables: Buffer = Buffer.alloc(0);
    const reader = new FeedFrameReader(feedMark, {
      start: () => undefined,
      setTables: (bytes) => {
        tables = bytes;
      },
      note: (note) => {
        reading = note as KeyframeReading;
      },
      interrupt: () => this.#handlers.interrupt(),
      message: (message, offset) => {
        const { pts = null, capturedMs = 0 } = reading ?? {};
        const isKeyframe = offset !== null && pts !== null;
        this.#handlers.message(message, isKeyframe ? { reading: { pts, capturedMs }, tables, offset } : null);
        reading = null;
      },
    });
    for await (const chunk of response) reader.addBytes(chunk as Buffer);
  }
}
