import { backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import { onPageResume } from '../page/page-life';

const rebuild = { firstMs: 300, capMs: 5_000 };

interface KeptConnectionOptions {
  /**
   * Connects, and resolves when the connection ends. LiveKit reports failures in many ways, so each leads to the next
   * attempt.
   * @param over aborts when the connection has to end
   * @param onConnected called once it is established
   */
  connectOnce(connection: 'first' | 'again', over: AbortSignal, onConnected: () => void): Promise<void>;
  /** Says whether a page that is used again needs a new connection although it has not slept. */
  isLost(): boolean;
  /** A connection or an attempt has ended, and the next one is due. */
  onLost?(): void;
  /** The wait before the next attempt, where it is not the usual; Infinity: until {@link KeptConnection.renew}. */
  waitMs?(): number | undefined;
}

/** A page's connection to a LiveKit room. Replaces a lost one with a new one, for ever. */
export class KeptConnection {
  readonly #options: KeptConnectionOptions;
  /** Ends the present connection or wait, so that the next attempt starts at once. */
  #renewal = new AbortController();

  constructor(options: KeptConnectionOptions) {
    this.#options = options;
  }

  /** Connects, and stays connected. @returns a function that disconnects */
  start(): () => void {
    const stop = new AbortController();
    const stopListening = onPageResume((hasSlept) => {
      if (hasSlept || this.#options.isLost()) this.renew();
    });
    void this.#run(stop.signal);
    return () => {
      stopListening();
      stop.abort();
    };
  }

  /** Connects anew at once. */
  renew(): void {
    this.#renewal.abort();
  }

  async #run(stopped: AbortSignal): Promise<void> {
    let attempt = 0;
    let connection: 'first' | 'again' = 'first';
    const onConnected = () => {
      attempt = 0;
    };
    while (!stopped.aborted) {
      this.#renewal = new AbortController();
      const over = AbortSignal.any([stopped, this.#renewal.signal]);
      try {
        await this.#options.connectOnce(connection, over, onConnected);
      } catch {
        // Unreachable or refused. The page shows it; the next attempt may succeed.
      }
      if (stopped.aborted) return;
      this.#options.onLost?.();
      connection = 'again';
      await pause(this.#options.waitMs?.() ?? backoffMs(attempt++, rebuild), over);
    }
  }
}
