import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { minuteMs } from '@/lib/core/durations';
import { networkOf } from '@/lib/core/network-of';
import { PacedTurns } from '@/lib/core/paced-turns';
import { openLimiter, tooManyRequests } from './rate-limit';

export interface SlowDownOptions {
  /** Part of the keys in the database, so it must differ between limits. */
  name: string;
  /** The attempts at a key in a window that are not slowed down. Right ones do not count. */
  free: number;
  windowSeconds: number;
  /** Between two attempts at a key that is slowed down, in each process. */
  pauseMs: number;
  /** Says what there was too much of, such as `Too many wrong passwords.` */
  sentence: string;
}

/** Browsers wait for fifteen seconds. */
const maxWaitMs = 12_000;
const maxWaiting = 100;
const retryAfterSeconds = 10;
const forgetAfterMs = 10 * minuteMs;
/** More networks than this at one key are nobody's neighbours; all then begin anew. */
const maxNetworks = 10_000;

/** The attempts at one key, as this process has seen them. */
interface Lane {
  turns: PacedTurns;
  attemptsByNetwork: Map<string, number>;
  lastAttemptMs: number;
}

/**
 * Slows down guesses from many networks, because refusing them would lock out everybody with the right secret. Attempts
 * at one key beyond the free ones take turns, a network's first before another's second, so newcomers overtake guessers.
 * Counts in Postgres, which all processes share.
 */
export class SlowDown {
  readonly #options: SlowDownOptions;
  /** The one that was used last is the last one. */
  readonly #lanes = new Map<string, Lane>();
  #counter: RateLimiterPostgres | undefined;

  constructor(options: SlowDownOptions) {
    this.#options = options;
  }

  /**
   * Counts an attempt before it is checked, so that concurrent ones count too, and waits for its turn.
   * @param address the IP address that it came from
   * @throws AppError `too_many_requests` where its turn does not come in time
   */
  async enter(key: string, address: string): Promise<void> {
    const { free, sentence } = this.#options;
    const { turns, attemptsByNetwork } = this.#laneOf(key);
    const network = networkOf(address);
    const rank = 1 + (attemptsByNetwork.get(network) ?? 0);
    attemptsByNetwork.set(network, rank);
    const { consumedPoints } = await this.#open().penalty(key);
    if (consumedPoints > free && !(await turns.take(rank))) throw tooManyRequests(sentence, retryAfterSeconds);
  }

  /** The attempt was right, and does not count. */
  async forgive(key: string): Promise<void> {
    await this.#open().reward(key);
  }

  #laneOf(key: string): Lane {
    const nowMs = performance.now();
    for (const [oldest, { lastAttemptMs }] of this.#lanes) {
      if (nowMs - lastAttemptMs < forgetAfterMs) break;
      this.#lanes.delete(oldest);
    }
    const lane = this.#lanes.get(key) ?? this.#newLane();
    lane.lastAttemptMs = nowMs;
    if (lane.attemptsByNetwork.size >= maxNetworks) lane.attemptsByNetwork.clear();
    this.#lanes.delete(key);
    this.#lanes.set(key, lane);
    return lane;
  }

  #newLane(): Lane {
    const turns = new PacedTurns({ pauseMs: this.#options.pauseMs, maxWaitMs, maxWaiting });
    return { turns, attemptsByNetwork: new Map(), lastAttemptMs: 0 };
  }

  #open(): RateLimiterPostgres {
    const { name, free, windowSeconds } = this.#options;
    this.#counter ??= openLimiter({ name, points: free, windowSeconds, remembersUsedUp: false });
    return this.#counter;
  }
}
