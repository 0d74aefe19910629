import type { Logger } from '@/lib/platform/log';
import { FaultLog } from '../control/fault-log';

/** An output of a camera's feed. What it throws is logged, and neither the feed nor any other output notices. */
export interface FeedSubscriber {
  /** A camera has connected. */
  connected(): void;
  /** One SRT message, as the camera sent it. It must not be changed, and may be kept. */
  message(message: Buffer): void;
  /** The camera is gone; another may come. */
  lost(): void;
}

/**
 * What one camera sends, for whoever subscribes: the room, the SRT output, a recorder. Each gets the same bytes, in
 * place and at once.
 */
export class Feed {
  #subscribers: { name: string; subscriber: FeedSubscriber }[] = [];
  #faults: FaultLog;

  constructor(log: Logger) {
    this.#faults = new FaultLog(log);
  }

  /** @param name for the log. @returns what ends the subscription */
  subscribe(name: string, subscriber: FeedSubscriber): () => void {
    const subscription = { name, subscriber };
    this.#subscribers = [...this.#subscribers, subscription];
    return () => {
      this.#subscribers = this.#subscribers.filter((other) => other !== subscription);
    };
  }

  connected(): void {
    for (const { name, subscriber } of this.#subscribers) {
      try {
        subscriber.connected();
      } catch (error) {
        this.#faults.add(name, error);
      }
    }
  }

  message(message: Buffer): void {
    for (const { name, subscriber } of this.#subscribers) {
      try {
        subscriber.message(message);
      } catch (error) {
        this.#faults.add(name, error);
      }
    }
  }

  lost(): void {
    for (const { name, subscriber } of this.#subscribers) {
      try {
        subscriber.lost();
      } catch (error) {
        this.#faults.add(name, error);
      }
    }
  }
}
