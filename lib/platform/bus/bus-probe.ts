import { randomUUID } from 'node:crypto';
import { log } from '../log';

const intervalMs = 5_000;
/** A line that has missed every probe for this long is deaf. */
const deafMs = 15_000;

/** The health of a process's connection to the bus. */
export interface BusHealth {
  /** Whether the process hears everything that is published. */
  isListening: boolean;
  /** Whether probes come back: a connection may stand, and nothing come through it. False before the first. */
  isHearing: boolean;
  /** Time from publishing to hearing, by the last probe, or the age of a pending one; null before the first. */
  lagMs: number | null;
}

interface Probe {
  sender: string;
  number: number;
}

interface Listener {
  isListening: boolean;
  /** When the first probe was sent that the listener has not heard; null while it has heard them all. */
  missingSinceMs: number | null;
  /** The newest probe that it has heard; 0 before the first. */
  heard: number;
  isDeafLogged: boolean;
}

/**
 * Measures how long a text takes over the bus and back. While somebody listens, it sends one every five seconds that
 * only this process notices, and that each of its listeners must hear.
 */
export class BusProbe {
  readonly #send: (probe: Probe) => Promise<void>;
  readonly #sender = randomUUID();
  readonly #listeners = new Map<object, Listener>();
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
    const known = this.#listeners.get(listener);
    if (known) known.isListening = isListening;
    else this.#listeners.set(listener, { isListening, missingSinceMs: null, heard: 0, isDeafLogged: false });
    // A line that is new waits for no interval: until it has heard a probe, the process is not ready.
    if (isListening) void this.#probe();
    this.#timer ??= setInterval(() => void this.#probe(), intervalMs).unref();
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

  receive(listener: object, { sender, number }: Probe): void {
    const known = this.#listeners.get(listener);
    if (sender !== this.#sender || !known || number <= known.heard) return;
    known.heard = number;
    known.missingSinceMs = null;
    known.isDeafLogged = false;
    if (number !== this.#number || this.#sentAtMs === null) return;
    this.#lagMs = performance.now() - this.#sentAtMs;
    this.#sentAtMs = null;
  }

  get health(): BusHealth {
    const pendingMs = this.#sentAtMs === null ? null : performance.now() - this.#sentAtMs;
    const lagMs = pendingMs === null ? this.#lagMs : Math.max(pendingMs, this.#lagMs ?? 0);
    const listeners = [...this.#listeners.values()];
    return {
      isListening: listeners.length > 0 && listeners.every(({ isListening }) => isListening),
      isHearing: listeners.length > 0 && listeners.every((listener) => listener.heard > 0 && !isDeaf(listener)),
      lagMs,
    };
  }

  async #probe(): Promise<void> {
    const nowMs = performance.now();
    // A lost probe is sent again; its age counts from the first.
    this.#sentAtMs ??= nowMs;
    this.#number++;
    for (const listener of this.#listeners.values()) {
      listener.missingSinceMs ??= nowMs;
      if (!listener.isListening || listener.isDeafLogged || !isDeaf(listener)) continue;
      listener.isDeafLogged = true;
      log.error('bus: connected, and nothing that is published comes back; the doctor says why');
    }
    await this.#send({ sender: this.#sender, number: this.#number }).catch((error: unknown) =>
      log.warn({ err: error }, 'bus: a probe could not be sent'),
    );
  }
}

const isDeaf = ({ missingSinceMs }: Listener): boolean =>
  missingSinceMs !== null && performance.now() - missingSinceMs > deafMs;
