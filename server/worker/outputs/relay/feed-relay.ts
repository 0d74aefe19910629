import type { ServerResponse } from 'node:http';
import type { Feed } from '../../feed/feed';
import {
  feedMark,
  interruptionFrame,
  type KeyframeReading,
  messageFrame,
  noteFrame,
  tablesFrame,
} from '../../feed/feed-frames';
import type { FeedMessage } from '../../feed/feed-subscriber';
import type { Output, OutputState } from '../output';

/** A program wants the newest packets: beyond this limit, what waits for its connection is dropped. */
const queue = { policy: 'newest', maxQueuedBytes: 4 * 1024 * 1024 } as const;

/** Gives the camera's packets to workers of programs, by HTTP: they lose none, and each keyframe says when it was captured. */
export class FeedRelay implements Output {
  readonly #feed: Pick<Feed, 'subscribe'>;
  readonly #responses = new Set<ServerResponse>();
  #state: OutputState = 'starting';

  constructor(feed: Pick<Feed, 'subscribe'>) {
    this.#feed = feed;
  }

  get state(): OutputState {
    return this.#state;
  }

  async start(): Promise<void> {
    this.#state = 'running';
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    for (const response of this.#responses) response.destroy();
  }

  /** Answers with the feed until the other side goes. */
  answer(response: ServerResponse): void {
    if (this.#state === 'stopped') {
      response.destroy();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).write(feedMark);
    const write = (frame: Buffer): void | Promise<void> => {
      if (response.destroyed || response.write(frame)) return;
      return new Promise((resolve) => {
        const go = () => {
          response.off('drain', go).off('close', go);
          resolve();
        };
        response.on('drain', go).on('close', go);
      });
    };
    const interrupt = () => void write(interruptionFrame());
    const unsubscribe = this.#feed.subscribe(
      'feed relay',
      { connected: interrupt, lost: interrupt, missed: interrupt, message: (message) => write(framesOf(message)) },
      queue,
    );
    this.#responses.add(response);
    response.on('close', () => {
      unsubscribe();
      this.#responses.delete(response);
    });
  }
}

function framesOf({ bytes, randomAccess }: FeedMessage): Buffer {
  if (!randomAccess) return messageFrame(bytes, null);
  const { offset, tables, pts, captured } = randomAccess;
  const reading: KeyframeReading = { pts, capturedMs: captured.ms };
  return Buffer.concat([noteFrame(reading), tablesFrame(tables), messageFrame(bytes, offset)]);
}
