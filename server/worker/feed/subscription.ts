import type { FeedMessage, FeedSubscriber } from './feed-subscriber';

export interface SubscriptionOptions {
  /**
   * How a full queue makes room. `newest` drops all queued messages, so that a live use continues with the present.
   * `lossless` drops what arrives, so that everything within the bound is kept.
   */
  policy: 'newest' | 'lossless';
  /** Limit of the queue while the subscriber is busy. */
  maxQueuedBytes: number;
}

type Delivery = { kind: 'connected' } | { kind: 'lost' } | { kind: 'message'; message: FeedMessage } | Missed;

interface Missed {
  kind: 'missed';
  bytes: number;
}

/** One subscriber of a feed, with the queue of what waits while it is busy. */
export class Subscription {
  readonly #subscriber: FeedSubscriber;
  readonly #options: SubscriptionOptions;
  readonly #onFault: (error: unknown) => void;
  #queue: Delivery[] = [];
  #queuedBytes = 0;
  #isBusy = false;
  #isOver = false;

  constructor(subscriber: FeedSubscriber, options: SubscriptionOptions, onFault: (error: unknown) => void) {
    this.#subscriber = subscriber;
    this.#options = options;
    this.#onFault = onFault;
  }

  connected(): void {
    this.#take({ kind: 'connected' });
  }

  message(message: FeedMessage): void {
    if (!this.#isBusy) {
      this.#deliver({ kind: 'message', message });
      return;
    }
    const { policy, maxQueuedBytes } = this.#options;
    const { length } = message.bytes;
    if (this.#queuedBytes + length <= maxQueuedBytes) this.#enqueue(message);
    else if (policy === 'lossless') this.#miss(length);
    else {
      this.#dropQueued();
      this.#enqueue(message);
    }
  }

  lost(): void {
    this.#take({ kind: 'lost' });
  }

  /** Stops delivering. */
  end(): void {
    this.#isOver = true;
    this.#queue = [];
  }

  #take(delivery: Delivery): void {
    if (this.#isBusy) this.#queue.push(delivery);
    else this.#deliver(delivery);
  }

  #enqueue(message: FeedMessage): void {
    this.#queue.push({ kind: 'message', message });
    this.#queuedBytes += message.bytes.length;
  }

  #miss(bytes: number): void {
    const last = this.#queue.at(-1);
    if (last?.kind === 'missed') last.bytes += bytes;
    else this.#queue.push({ kind: 'missed', bytes });
  }

  /** Drops the queued messages, and keeps the other events. */
  #dropQueued(): void {
    const before = this.#queue;
    this.#queue = [];
    this.#queuedBytes = 0;
    for (const delivery of before) {
      if (delivery.kind === 'message') this.#miss(delivery.message.bytes.length);
      else if (delivery.kind === 'missed') this.#miss(delivery.bytes);
      else this.#queue.push(delivery);
    }
  }

  #deliver(delivery: Delivery): void {
    if (this.#isOver) return;
    try {
      const taken = this.#hand(delivery);
      if (!taken) return;
      this.#isBusy = true;
      taken.catch(this.#onFault).then(() => this.#goOn());
    } catch (error) {
      this.#onFault(error);
    }
  }

  #hand(delivery: Delivery): void | Promise<void> {
    switch (delivery.kind) {
      case 'message':
        return this.#subscriber.message(delivery.message);
      case 'missed':
        return this.#subscriber.missed(delivery.bytes);
      default:
        return this.#subscriber[delivery.kind]();
    }
  }

  #goOn(): void {
    this.#isBusy = false;
    while (!this.#isBusy && this.#queue.length > 0) {
      const delivery = this.#queue.shift() as Delivery;
      if (delivery.kind === 'message') this.#queuedBytes -= delivery.message.bytes.length;
      this.#deliver(delivery);
    }
  }
}
