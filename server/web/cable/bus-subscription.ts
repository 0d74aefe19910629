import { retry } from '@/lib/core/backoff';
import type { Bus, BusListener, BusMessage } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';

const busRetry = { firstMs: 100, capMs: 5_000 };

/** Passes the bus's messages to several listeners, in order, from {@link start} until {@link stop}. */
export class BusSubscription implements BusListener {
  readonly #bus: Pick<Bus, 'subscribe'>;
  readonly #listeners: readonly BusListener[];
  readonly #stopping = new AbortController();
  #subscribing: Promise<(() => Promise<void>) | undefined> | undefined;

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

  #subscribe(): Promise<(() => Promise<void>) | undefined> {
    let hasFailed = false;
    return retry(
      async () => {
        const unsubscribe = await this.#bus.subscribe(this);
        if (hasFailed) this.onResync();
        return unsubscribe;
      },
      {
        ...busRetry,
        signal: this.#stopping.signal,
        onFailure: (error, failures) => {
          hasFailed = true;
          log.warn({ err: error, failures }, 'cable: the bus cannot be reached yet');
        },
      },
    );
  }
}
