import type { Excess } from '@/lib/contracts/worker-protocol';
import { RateMeter } from '@/lib/core/rate-meter';
import type { Logger } from '@/lib/platform/log';
import { FaultLog } from '../control/fault-log';
import type { FeedMessage, FeedSubscriber, RandomAccess } from './feed-subscriber';
import { Subscription, type SubscriptionOptions } from './subscription';

const bytesPerKilobit = 125;

/** Reads a camera's bytes first, once for all subscribers. */
export interface FeedParser {
  connected(): void;
  /** @returns where a player can begin in these bytes, if it can */
  read(bytes: Buffer, receivedMs: number): RandomAccess | null;
  /** Called after {@link read}. @returns the bytes that subscribers get, as many as these */
  rewrite(bytes: Buffer): Buffer;
  lost(): void;
}

export interface FeedOptions {
  parser: FeedParser;
  /** A camera that exceeds this is lost for the subscribers until it is within the limit. */
  maxBitrateKbps: number;
  log: Logger;
  /** {@link Feed.excess} has begun or ended. */
  onExcessChange(): void;
  /** A clock in milliseconds. */
  now?: () => number;
}

/**
 * Hands a source's bytes to its subscribers: the room, SRT players, a recorder. Each gets the same bytes, in place and
 * at once. A busy subscriber gets them later, from a bounded queue of its own, and delays no other.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #faults: FaultLog;
  readonly #now: () => number;
  #bitrate: RateMeter;
  #excess: Excess | null = null;
  #isSwitch = false;
  #subscriptions: Subscription[] = [];

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#faults = new FaultLog(options.log);
    this.#now = options.now ?? (() => performance.now());
    this.#bitrate = this.#newBitrate();
  }

  /** The bitrate that is beyond the limit; null while it is within. */
  get excess(): Excess | null {
    return this.#excess;
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

  /** A camera has connected. */
  connected(): void {
    this.#bitrate = this.#newBitrate();
    this.#setExcess(null);
    this.#begin();
  }

  /** The next keyframe is of another sender, and goes on where the last one stopped. */
  switched(): void {
    this.#isSwitch = true;
  }

  /** Takes the next datagram of the camera. */
  addDatagram(bytes: Buffer): void {
    if (this.#isBeyond(bytes.length)) return;
    const receivedMs = this.#now();
    const randomAccess = this.#parse(() => this.#options.parser.read(bytes, receivedMs)) ?? null;
    if (randomAccess && this.#isSwitch) {
      randomAccess.isSwitch = true;
      this.#isSwitch = false;
    }
    const rewritten = this.#parse(() => this.#options.parser.rewrite(bytes)) ?? bytes;
    const message: FeedMessage = { bytes: rewritten, receivedMs, randomAccess };
    for (const subscription of this.#subscriptions) subscription.message(message);
  }

  /** The camera is gone. */
  lost(): void {
    if (this.#excess) this.#setExcess(null);
    else this.#end();
  }

  #newBitrate(): RateMeter {
    return new RateMeter(this.#options.maxBitrateKbps * bytesPerKilobit, this.#now);
  }

  #isBeyond(bytes: number): boolean {
    const isBeyond = this.#bitrate.add(bytes);
    if (isBeyond === (this.#excess !== null)) return isBeyond;
    if (isBeyond) this.#end();
    else this.#begin();
    const { maxBitrateKbps: mostKbps } = this.#options;
    const kbps = Math.round(this.#bitrate.perSecond / bytesPerKilobit);
    this.#setExcess(isBeyond ? { kind: 'bitrate', kbps, mostKbps } : null);
    return isBeyond;
  }

  #setExcess(excess: Excess | null): void {
    if (excess === this.#excess) return;
    this.#excess = excess;
    this.#options.log.warn({ excess, maxBitrateKbps: this.#options.maxBitrateKbps }, 'camera: bitrate and its limit');
    this.#options.onExcessChange();
  }

  #begin(): void {
    this.#isSwitch = false;
    this.#parse(() => this.#options.parser.connected());
    for (const subscription of this.#subscriptions) subscription.connected();
  }

  #end(): void {
    this.#parse(() => this.#options.parser.lost());
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
