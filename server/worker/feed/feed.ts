import type { Logger } from '@/lib/platform/log';
import { FaultLog } from '../control/fault-log';
import type { FeedMessage, FeedSubscriber, RandomAccess } from './feed-subscriber';
import { Subscription, type SubscriptionOptions } from './subscription';

/** Reads a camera's bytes first, once for all subscribers. */
export interface FeedParser {
  connected(): void;
  /** @returns where a player can begin in these bytes, if it can */
  read(bytes: Buffer, receivedMs: number): RandomAccess | null;
  lost(): void;
}

/**
 * Hands a source's bytes to its subscribers: the room, SRT players, a recorder. Each gets the same bytes, in place and
 * at once. A busy subscriber gets them later, from a bounded queue of its own, and delays no other.
 */
export class Feed {
  readonly #parser: FeedParser;
  readonly #faults: FaultLog;
  readonly #now: () => number;
  #subscriptions: Subscription[] = [];

  /** @param now a clock in milliseconds */
  constructor(parser: FeedParser, log: Logger, now: () => number = () => performance.now()) {
    this.#parser = parser;
    this.#faults = new FaultLog(log);
    this.#now = now;
  }

  /** @param name for the log. @returns what ends the subscription */
  subscribe(name: string, subscriber: FeedSubscriber, options: SubscriptionOptions): () => void {
    const subscription = new Subscription(subscriber, options, (error) => this.#faults.add(name, error));
    this.#subscriptions = [...this.#subscriptions, subscription];
    return () => {
      subscription.end();
      this.#subscriptions = this.#subscriptions.filter((other) => other !== subscription);
    };
  }

  connected(): void {
    this.#parse(() => this.#parser.connected());
    for (const subscription of this.#subscriptions) subscription.connected();
  }

  /** Takes the next datagram of the camera. */
  addDatagram(bytes: Buffer): void {
    const receivedMs = this.#now();
    const randomAccess = this.#parse(() => this.#parser.read(bytes, receivedMs)) ?? null;
    const message: FeedMessage = { bytes, receivedMs, randomAccess };
    for (const subscription of this.#subscriptions) subscription.message(message);
  }

  lost(): void {
    this.#parse(() => this.#parser.lost());
    for (const subscription of this.#subscriptions) subscription.lost();
  }

  #parse<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.#faults.add('program', error);
      return undefined;
    }
  }
}
