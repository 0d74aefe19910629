import { createContext, useContext } from 'react';
import { Store } from '../store';
import { useObservable } from '../use-observable';
import type { CableConsumer } from './cable-consumer';

const tickMs = 500;
/** A page whose ticks are further apart was busy or asleep, and has not read yet what came meanwhile. */
const awakeMs = 2 * tickMs;
/** The server pings every 3 s: silence is no contact once a ping is late by half of that. */
const silenceMs = 4_500;
/** No contact where there is no cable connection either. */
const awayMs = 3_000;
const probeAfterMs = 1_000;
const probeEveryMs = 2_000;

export interface ServerContactOptions {
  cable: Pick<CableConsumer, 'isConnected' | 'heardAtMs'>;
  /** Asks the server for a sign of life by HTTP, which a network may let through where it blocks /cable. Never rejects. */
  probe(): Promise<boolean>;
}

/** Whether the page hears from the server. Without contact, its state may be out of date. */
export class ServerContact {
  readonly #options: ServerContactOptions;
  readonly #lostSinceMs = new Store<number | null>(null);
  #tickedAtMs = performance.now();
  #probedAtMs = Number.NEGATIVE_INFINITY;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #isProbing = false;

  constructor(options: ServerContactOptions) {
    this.#options = options;
  }

  /** Since when the server is not heard, by `performance.now()`; null while it is. */
  get lostSinceMs(): number | null {
    return this.#lostSinceMs.get();
  }

  /** Watches. @returns a function that stops it */
  start(): () => void {
    const timer = setInterval(() => this.#tick(), tickMs);
    return () => clearInterval(timer);
  }

  /** Calls the listener whenever contact is lost or regained. @returns a function that removes the listener */
  subscribe = this.#lostSinceMs.subscribe;

  #tick(): void {
    const { isConnected, heardAtMs } = this.#options.cable;
    const nowMs = performance.now();
    const wasAwake = nowMs - this.#tickedAtMs <= awakeMs;
    this.#tickedAtMs = nowMs;
    const contactAtMs = Math.max(heardAtMs, this.#answeredAtMs);
    const quietMs = nowMs - contactAtMs;
    if (quietMs < (isConnected ? silenceMs : awayMs)) this.#lostSinceMs.set(null);
    else if (wasAwake) this.#lostSinceMs.set(contactAtMs);
    if (!isConnected && quietMs >= probeAfterMs && nowMs - this.#probedAtMs >= probeEveryMs) void this.#probe(nowMs);
  }

  async #probe(nowMs: number): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    this.#probedAtMs = nowMs;
    const hasAnswered = await this.#options.probe();
    this.#isProbing = false;
    if (hasAnswered) this.#answeredAtMs = performance.now();
  }
}

const probeTimeoutMs = 2_500;

/** Whether the server answers HTTP at all; a proxy that cannot reach it says so with 502 to 504. */
export async function probeServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const { status } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal });
    return status < 500;
  } catch {
    return false;
  }
}

/** The page's contact with the server; null while signed out. */
export const ServerContactContext = createContext<ServerContact | null>(null);

/** Since when the server is not heard, by `performance.now()`; null while it is. */
export const useContactLostSince = (): number | null =>
  useObservable(useContext(ServerContactContext), ({ lostSinceMs }) => lostSinceMs, null);
