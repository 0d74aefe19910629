import { firstPermitMs } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import type { LeaseStore } from '../../store/lease-store';
import type { LeasedStream } from '../../store/leased-stream';
import { type Clock, monotonicClock } from '../../time/clock';
import { GatewayWatch } from './gateway-watch';

/** A lease holds for this long after the heartbeat that renewed it was sent. */
export const leaseTtlMs = 3_000;
/** A worker may run for this long after its gateway's lease has run out, so that another gateway can adopt it. */
export const orphanGraceMs = 4_000;
/**
 * The same where nobody but this gateway, or itself after its restart, can adopt it. It may hang for half a minute, and on
 * a busy machine a restart takes as long.
 */
export const aloneGraceMs = 45_000;
const renewIntervalMs = 1_000;
/** With the store's limit for an answer: two attempts in a row that fail end within a lease. */
const retryMs = 200;
const debounceMs = 10;
/** Each reading is followed by a pause of this many times its duration, up to the maximum below. */
const pauseFactor = 4;
const maxPauseMs = 100;
/** Allows for clock rate differences over a lease, and for the time that a worker takes to end. */
const marginMs = 500;
/** After this many seconds with a reading every living gateway knows this one, and starts no unrecorded worker. */
const secondsUntilKnown = 15;

export interface LeaseHolderOptions {
  gatewayId: string;
  maxStreams: number;
  /**
   * How many more workers have room on this machine.
   * @param startingCount streams of this gateway that do not use their room yet
   */
  freeCapacity?: (startingCount: number) => number;
  store: LeaseStore;
  clock?: Clock;
  /** The held streams, or whether Postgres answers, may have changed. */
  onChange(): void;
}

interface Hold {
  sinceMs: number;
  /** The previous owner was dead, so its lease had run out when this one began. */
  isFromDead: boolean;
}

/**
 * Holds the leases of streams for one gateway: increments its heartbeat every second, claims streams without a living
 * gateway, and decides what the leases permit. Uses monotonic clocks alone; docs/decisions/0027 has the reasoning.
 */
export class LeaseHolder {
  readonly #options: LeaseHolderOptions;
  readonly #clock: Clock;
  readonly #watch = new GatewayWatch(leaseTtlMs);
  #streams: LeasedStream[] = [];
  #holds = new Map<string, Hold>();
  /** No other gateway can claim a stream of this one before then. */
  #validUntilMs = Number.NEGATIVE_INFINITY;
  /** The same, counted from the last answer alone. */
  #freshUntilMs = Number.NEGATIVE_INFINITY;
  #isAlone = false;
  #isFull = false;
  #readingCount = 0;
  /** Seconds with a reading since another gateway may last have taken this one for dead. */
  #readSeconds = 0;
  #secondBeganAtMs = Number.NEGATIVE_INFINITY;
  #failureCount = 0;
  #readAtMs = 0;
  #running: Promise<void> | null = null;
  #isRefreshRequested = false;
  /** No refresh before then. */
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #cancelNext: () => void = () => undefined;
  #isStopped = false;

  constructor(options: LeaseHolderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? monotonicClock;
  }

  /** @throws if Postgres cannot be reached */
  async start(): Promise<void> {
    await this.#renew();
    this.#plan(this.#isRefreshRequested ? this.#refreshDelayMs() : renewIntervalMs);
  }

  /** Requests a reading soon, because something has changed. */
  refresh(): void {
    // Several changes at once take one reading, and further ones do not postpone it.
    if (this.#isRefreshRequested) return;
    this.#isRefreshRequested = true;
    if (!this.#running) this.#plan(this.#refreshDelayMs());
  }

  /** Stops claiming and renewing. The leases stay until {@link release}. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelNext();
    await this.#running;
  }

  /** Releases all leases. @param node where no worker of this gateway runs any more, if there is such a node */
  async release(node: string | null): Promise<void> {
    this.#validUntilMs = Number.NEGATIVE_INFINITY;
    this.#freshUntilMs = Number.NEGATIVE_INFINITY;
    await this.#options.store.release(node);
  }

  /** The streams that this gateway held at the last reading. */
  get streams(): LeasedStream[] {
    return this.#streams;
  }

  /** Whether Postgres answered the last reading. */
  get isConnected(): boolean {
    return this.#failureCount === 0 && this.#readingCount > 0;
  }

  /** How long ago Postgres answered the last reading. */
  get readingAgeMs(): number {
    return this.#clock.nowMs() - this.#readAtMs;
  }

  /** Whether no other gateway lived at the last reading. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** Whether this gateway had no room for another stream at the last reading. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether the last reading is recent enough for its leases to hold. */
  get isFresh(): boolean {
    return this.#clock.nowMs() < this.#freshUntilMs;
  }

  /** When this gateway claimed a stream, by its clock; null for a stream that it does not hold. */
  heldSinceMs(streamId: string): number | null {
    return this.#holds.get(streamId)?.sinceMs ?? null;
  }

  /**
   * How long a stream's worker may run from now without another answer, in milliseconds: as long as no other gateway
   * can have started one. While Postgres is away nobody can claim, and the worker keeps running.
   * @returns `lost` where another gateway holds the stream; null where that is unknown at the moment
   */
  permitMs(streamId: string): number | 'lost' | null {
    const leftMs = this.#validUntilMs - this.#clock.nowMs();
    if (leftMs <= 0) return null;
    if (!this.#holds.has(streamId)) return 'lost';
    return leftMs + (this.#isAlone ? aloneGraceMs : orphanGraceMs);
  }

  /**
   * Whether a worker may be started for a stream: while the lease is fresh. During an outage of Postgres also where no
   * other gateway lived before it, because then nobody else can start one.
   */
  mayStart(streamId: string): boolean {
    return this.#holds.has(streamId) && (this.isFresh || (this.#isAlone && this.#clock.nowMs() < this.#validUntilMs));
  }

  /**
   * Until when an unreachable worker may run, by this gateway's clock: one that another gateway, or this one before its
   * restart, started.
   * @param hasReported a report of the worker was answered; if not, it may still run on its first permit
   */
  orphanEndsAtMs(streamId: string, hasReported: boolean): number {
    const hold = this.#holds.get(streamId);
    if (!hold) return Number.POSITIVE_INFINITY;
    const wasNeverAlone = hold.isFromDead && !this.mayHaveUnrecordedWorker(streamId);
    const leaseMs = hold.isFromDead ? 0 : leaseTtlMs;
    const permitMs = leaseMs + (wasNeverAlone ? orphanGraceMs : aloneGraceMs);
    return hold.sinceMs + Math.max(permitMs, hasReported ? 0 : firstPermitMs) + marginMs;
  }

  /**
   * Whether the previous owner may have started a worker without a record: alone, in an outage, before it knew this
   * gateway.
   */
  mayHaveUnrecordedWorker(streamId: string): boolean {
    return this.#holds.get(streamId)?.isFromDead === true && this.#readSeconds < secondsUntilKnown;
  }

  /** Whether another gateway is known and not dead. */
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
    this.#isRefreshRequested = false;
    try {
      await this.#renew();
      if (this.#failureCount > 0) log.info('leases: Postgres is back');
      this.#failureCount = 0;
    } catch (error) {
      this.#failureCount++;
      log.warn({ err: error }, 'leases: no answer from Postgres; continuing with the last reading');
    }
    this.#options.onChange();
    const tookMs = this.#clock.nowMs() - startMs;
    const untilNextMs = Math.max(debounceMs, renewIntervalMs - tookMs);
    this.#pausedUntilMs = this.#clock.nowMs() + Math.min(maxPauseMs, pauseFactor * tookMs);
    if (this.#failureCount > 0) this.#plan(retryMs);
    else this.#plan(this.#isRefreshRequested ? this.#refreshDelayMs() : untilNextMs);
  }

  #refreshDelayMs(): number {
    return Math.max(debounceMs, this.#pausedUntilMs - this.#clock.nowMs());
  }

  async #renew(): Promise<void> {
    const sentAtMs = this.#clock.nowMs();
    try {
      const { streams, others, connection } = await this.#options.store.renew();
      const answeredAtMs = this.#clock.nowMs();
      this.#readAtMs = answeredAtMs;
      this.#watch.note(others, { sentAtMs, answeredAtMs, connection });
      this.#isAlone = this.#watch.isAlone();
      this.#readingCount++;
      this.#countSecond(sentAtMs, answeredAtMs);
      this.#validUntilMs = sentAtMs + leaseTtlMs;
      this.#freshUntilMs = this.#validUntilMs;
      this.#hold(streams, answeredAtMs);
    } catch (error) {
      // Postgres was away at some moment until now. If nobody could claim before, nobody can claim until this gateway's
      // heartbeat has stood still for a whole lease after that moment.
      if (this.#clock.nowMs() <= this.#validUntilMs) {
        this.#validUntilMs = Math.max(this.#validUntilMs, sentAtMs + leaseTtlMs);
      }
      this.#watch.interrupt();
      throw error;
    }
    await this.#claim();
  }

  #countSecond(sentAtMs: number, answeredAtMs: number): void {
    // Its heartbeat may have stood still for a whole lease, so that another gateway was alone until now.
    if (answeredAtMs >= this.#freshUntilMs) this.#readSeconds = 0;
    if (sentAtMs - this.#secondBeganAtMs < renewIntervalMs * 0.9) return;
    this.#secondBeganAtMs = sentAtMs;
    this.#readSeconds++;
  }

  #hold(streams: LeasedStream[], nowMs: number): void {
    const before = this.#holds;
    this.#holds = new Map(streams.map(({ id }) => [id, before.get(id) ?? { sinceMs: nowMs, isFromDead: false }]));
    for (const id of before.keys()) {
      if (!this.#holds.has(id)) log.info({ streamId: id }, 'leases: lost a stream');
    }
    this.#streams = streams;
  }

  async #claim(): Promise<void> {
    const { store, maxStreams, freeCapacity = () => maxStreams } = this.#options;
    try {
      const capacity = () => maxStreams - this.#streams.length;
      const startingCount = this.#streams.filter(({ status }) => status === 'provisioning').length;
      const room = Math.min(capacity(), freeCapacity(startingCount));
      this.#isFull = room <= 0;
      if (room > 0) this.#add(await store.claimFree(room), null);
      // Streams of a dead gateway are live, and their workers may run on this machine: what counts is the maximum alone.
      for (const { gatewayId, heartbeat } of this.#watch.deadWithStreams()) {
        if (capacity() > 0) this.#add(await store.claimFrom(gatewayId, heartbeat, capacity()), gatewayId);
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
      log.info({ streamId: stream.id, from }, 'leases: claimed a stream');
      this.#holds.set(stream.id, { sinceMs, isFromDead: from !== null });
    }
    this.#streams = [...this.#streams, ...claimed];
  }
}
