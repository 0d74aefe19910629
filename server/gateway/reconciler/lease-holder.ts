import { firstPermitMs } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import type { LeaseStore } from '../store/lease-store';
import type { LeasedStream } from '../store/leased-stream';
import { type Clock, monotonicClock } from './clock';
import { GatewayWatch } from './gateway-watch';

/** A lease holds for this long after the heartbeat that renewed it was sent. */
export const leaseTtlMs = 3_000;
/** A worker may go on for this long after its gateway's lease has run out, so that another gateway can adopt it. */
export const orphanGraceMs = 3_000;
const renewIntervalMs = 1_000;
const retryMs = 300;
const newsGapMs = 10;
/** What clocks of machines may differ by over a lease, and a worker may need to end. */
const marginMs = 500;
/** After so many seconds with a reading a gateway that lives has seen this one, and starts nothing without recording it. */
const knownToOthersAfter = 15;

export interface LeaseHolderOptions {
  gatewayId: string;
  maxStreams: number;
  store: LeaseStore;
  clock?: Clock;
  /** Something may be different: streams, or whether Postgres answers. */
  onChange(): void;
}

interface Hold {
  sinceMs: number;
  /** The owner before was seen to be dead, so that its own lease had run out when this one began. */
  isFromDead: boolean;
}

/**
 * Holds the leases of streams for one gateway: lets its heartbeat go on every second, claims streams that have no living
 * gateway, and says what the leases are good for. All by monotonic clocks; docs/decisions/0009 has the reasoning.
 */
export class LeaseHolder {
  readonly #options: LeaseHolderOptions;
  readonly #clock: Clock;
  readonly #watch = new GatewayWatch(leaseTtlMs);
  #streams: LeasedStream[] = [];
  #holds = new Map<string, Hold>();
  /** Nobody else can claim a stream of ours before. */
  #validUntilMs = Number.NEGATIVE_INFINITY;
  /** As above, counted from the last answer alone. */
  #freshUntilMs = Number.NEGATIVE_INFINITY;
  #isAlone = false;
  #readingCount = 0;
  /** Seconds in which Postgres was read. */
  #readSeconds = 0;
  #secondBeganAtMs = Number.NEGATIVE_INFINITY;
  #failureCount = 0;
  #running: Promise<void> | null = null;
  #isNews = false;
  #cancelNext: () => void = () => undefined;
  #isStopped = false;

  constructor(options: LeaseHolderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? monotonicClock;
  }

  /** @throws if Postgres cannot be reached */
  async start(): Promise<void> {
    await this.#renew();
    this.#plan(renewIntervalMs);
  }

  /** Reads soon, because something has changed. */
  refresh(): void {
    this.#isNews = true;
    // Much news at once is one reading.
    if (!this.#running) this.#plan(newsGapMs);
  }

  /** Claims and renews no more. The leases stay until {@link release}. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelNext();
    await this.#running;
  }

  /** Gives all leases back. @param node where no worker of this gateway runs any more */
  async release(node: string): Promise<void> {
    this.#validUntilMs = Number.NEGATIVE_INFINITY;
    this.#freshUntilMs = Number.NEGATIVE_INFINITY;
    await this.#options.store.release(node);
  }

  /** The streams that this gateway held at the last reading. */
  get streams(): LeasedStream[] {
    return this.#streams;
  }

  /** Postgres answered the last time. */
  get isConnected(): boolean {
    return this.#failureCount === 0 && this.#readingCount > 0;
  }

  /** When Postgres answered last, no other gateway lived. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** What is held was read so lately that it still holds. */
  get isFresh(): boolean {
    return this.#clock.nowMs() < this.#freshUntilMs;
  }

  /** When this gateway came to hold a stream, by its clock; null where it does not. */
  heldSinceMs(streamId: string): number | null {
    return this.#holds.get(streamId)?.sinceMs ?? null;
  }

  /**
   * For how long a stream's worker may go on from now without another word, as an answer to its report: as long as no
   * other gateway can have started one. While Postgres is away nobody can claim, and it goes on.
   * @returns `lost` where the stream is another's; null where that is not known at the moment
   */
  permitMs(streamId: string): number | 'lost' | null {
    const leftMs = this.#validUntilMs - this.#clock.nowMs();
    if (leftMs <= 0) return null;
    return this.#holds.has(streamId) ? leftMs + orphanGraceMs : 'lost';
  }

  /**
   * Whether a worker may be started for a stream: while the lease is fresh, and, during an outage of Postgres, where no
   * other gateway lived before it, so that nobody else can start one either.
   */
  mayStart(streamId: string): boolean {
    return this.#holds.has(streamId) && (this.isFresh || (this.#isAlone && this.#clock.nowMs() < this.#validUntilMs));
  }

  /**
   * Until when a worker that this gateway cannot reach may run, by this gateway's clock: one that another gateway, or
   * this one before it started anew, has started.
   * @param hasReported it has been answered; if not it may still have its first permit
   */
  orphanEndsAtMs(streamId: string, hasReported: boolean): number {
    const hold = this.#holds.get(streamId);
    if (!hold) return Number.POSITIVE_INFINITY;
    const isCertain = hasReported && !this.mayHaveUnrecordedWorker(streamId);
    const leaseMs = hold.isFromDead ? 0 : leaseTtlMs;
    return hold.sinceMs + Math.max(leaseMs + orphanGraceMs, isCertain ? 0 : firstPermitMs) + marginMs;
  }

  /** The owner before may have been alone in an outage, before it saw this gateway, and started a worker without a record. */
  mayHaveUnrecordedWorker(streamId: string): boolean {
    return this.#holds.get(streamId)?.isFromDead === true && this.#readSeconds < knownToOthersAfter;
  }

  /** Another gateway that has not been seen to be dead. */
  isLiving(gatewayId: string): boolean {
    return this.#watch.isLiving(gatewayId);
  }

  #plan(delayMs: number): void {
    this.#cancelNext();
    if (this.#isStopped) return;
    this.#cancelNext = this.#clock.after(delayMs, () => {
      this.#running = this.#turn().finally(() => {
        this.#running = null;
      });
    });
  }

  async #turn(): Promise<void> {
    const startMs = this.#clock.nowMs();
    this.#isNews = false;
    try {
      await this.#renew();
      if (this.#failureCount > 0) log.info('leases: Postgres is back');
      this.#failureCount = 0;
    } catch (error) {
      this.#failureCount++;
      log.warn({ err: error }, 'leases: no answer from Postgres; going on with what is known');
    }
    this.#options.onChange();
    const tookMs = this.#clock.nowMs() - startMs;
    if (this.#failureCount > 0) this.#plan(retryMs);
    else this.#plan(this.#isNews ? newsGapMs : Math.max(newsGapMs, renewIntervalMs - tookMs));
  }

  async #renew(): Promise<void> {
    const sentAtMs = this.#clock.nowMs();
    try {
      const { streams, others, connection } = await this.#options.store.renew();
      const answeredAtMs = this.#clock.nowMs();
      this.#watch.note(others, { sentAtMs, answeredAtMs, connection });
      this.#isAlone = this.#watch.isAlone();
      this.#readingCount++;
      this.#countSecond(sentAtMs);
      this.#validUntilMs = sentAtMs + leaseTtlMs;
      this.#freshUntilMs = this.#validUntilMs;
      this.#hold(streams, answeredAtMs);
    } catch (error) {
      // Postgres was away at some moment until now. If nobody could claim before, nobody can until they have watched
      // our heartbeat stand still for a whole lease after that moment.
      if (this.#clock.nowMs() <= this.#validUntilMs) {
        this.#validUntilMs = Math.max(this.#validUntilMs, sentAtMs + leaseTtlMs);
      }
      this.#watch.interrupt();
      throw error;
    }
    await this.#claim();
  }

  #countSecond(sentAtMs: number): void {
    if (sentAtMs - this.#secondBeganAtMs < renewIntervalMs * 0.9) return;
    this.#secondBeganAtMs = sentAtMs;
    this.#readSeconds++;
  }

  #hold(streams: LeasedStream[], nowMs: number): void {
    const before = this.#holds;
    this.#holds = new Map(streams.map(({ id }) => [id, before.get(id) ?? { sinceMs: nowMs, isFromDead: false }]));
    for (const id of before.keys()) {
      if (!this.#holds.has(id)) log.info({ streamId: id }, 'leases: a stream is not held any more');
    }
    this.#streams = streams;
  }

  async #claim(): Promise<void> {
    const { store, maxStreams } = this.#options;
    try {
      const roomFor = () => maxStreams - this.#streams.length;
      if (roomFor() > 0) this.#add(await store.claimFree(roomFor()), null);
      for (const { gatewayId, heartbeat } of this.#watch.deadWithStreams()) {
        if (roomFor() > 0) this.#add(await store.claimFrom(gatewayId, heartbeat, roomFor()), gatewayId);
      }
      for (const { gatewayId, heartbeat } of this.#watch.longDead()) await store.claimFrom(gatewayId, heartbeat, 0);
    } catch (error) {
      this.#watch.interrupt();
      throw error;
    }
  }

  #add(claimed: LeasedStream[], from: string | null): void {
    const sinceMs = this.#clock.nowMs();
    for (const stream of claimed) {
      log.info({ streamId: stream.id, from }, 'leases: took a stream');
      this.#holds.set(stream.id, { sinceMs, isFromDead: from !== null });
    }
    this.#streams = [...this.#streams, ...claimed];
  }
}
