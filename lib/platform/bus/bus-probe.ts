import { randomUUID } from 'node:crypto';
import { log } from '../log';

const intervalMs = 5_000;

/** The health of a process's connection to the bus. */
export interface BusHealth {
  /** Whether the process hears everything that is published. */
  isListening: boolean;
  /** Time from publishing to hearing, by the last probe, or the age of a pending one; null before the first. */
  lagMs: number | null;
}

interface Probe {
  sender: string;
  number: number;
}

/**
 * Measures how long a text takes over the bus and back. While somebody listens, it sends one every five seconds that
 * only this process notices.
 */
export class BusProbe {
  readonly #send: (probe: Probe) => Promise<void>;
  readonly #sender = randomUUID();
  readonly #listeners = new Map<object, boolean>();
  #number = 0;
  #sentAtMs: number | null = null;
  #lagMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (probe: Probe) => Promise<void>) {
    this.#send = send;
  }

  /**
   * @param listener any object that stands for one of this process's listeners
   * @param isListening false while its line is broken
   */
  note(listener: object, isListening: boolean): void {
    this.#listeners.set(listener, isListening);
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.#probe(), intervalMs).unref();
    void this.#probe();
  }

  /** That listener has left. */
  forget(listener: object): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  receive({ sender, number }: Probe): void {
    if (sender !== this.#sender || number !== this.#number || this.#sentAtMs === null) return;
    this.#lagMs = performance.now() - this.#sentAtMs;
    this.#sentAtMs = null;
  }

  get health(): BusHealth {
    const pendingMs = this.#sentAtMs === null ? null : performance.now() - this.#sentAtMs;
    const lagMs = pendingMs === null ? this.#lagMs : Math.max(pendingMs, this.#lagMs ?? 0);
    const lines = [...this.#listeners.values()];
    return { isListening: lines.length > 0 && lines.every((isListening) => isListening), lagMs };
  }

  async #probe(): Promise<void> {
    // A lost probe is sent again; its age counts from the first.
    this.#sentAtMs ??= performance.now();
    this.#number++;
    await this.#send({ sender: this.#sender, number: this.#number }).catch((error: unknown) =>
      log.warn({ err: error }, 'bus: a probe could not be sent'),
    );
  }
}
