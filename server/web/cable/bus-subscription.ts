import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import type { Bus, BusListener, BusMessage } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';

const busRetry = { firstMs: 100, capMs: 5_000 };

/** Passes the bus's messages to several listeners, in order, from {@link start} until {@link stop}. */
export class BusSubscription implements BusListener {
  readonly #bus: Pick<Bus, 'subscribe'>;
  readonly #listeners: readonly BusListener[];
  readonly #stopping = new AbortController();
  #subscribing: Promise<(() => Promise<void>) | null> | null = null;

  constructor(bus: Pick<Bus, 'subscribe'>, listeners: readonly BusListener[]) {
    this.#bus = bus;
    this.#listeners = listeners;
  }

  /** Subscribes now, or once the bus can be reached. */
  start(): void {
    this.#subscribing = this.#subscribe();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const unsubscribe = await this.#subscribing;
    await unsubscribe?.();
  }

  onMessage(message: BusMessage): void {
    for (const listener of this.#listeners) listener.onMessage(message);
  }

  onResync(): void {
    for (const listener of this.#listeners) listener.onResync();
  }

  async #subscribe(): Promise<(() => Promise<void>) | null> {
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt++) {
      try {
        const unsubscribe = await this.#bus.subscribe(this);
        if (attempt > 0) this.onResync();
        return unsubscribe;
      } catch (error) {
        log.warn({ err: error, attempt }, 'cable: the bus cannot be reached yet');
        await sleep(backoffMs(attempt, busRetry), undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    return null;
  }
}
