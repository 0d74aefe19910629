import type { RegisteredConnection } from './registered-connection';

/** The longest delay of a Node timer; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Ends connections when their tokens expire, with one timer for the earliest expiry. */
export class ExpiryTimer {
  readonly #connections: Iterable<RegisteredConnection>;
  #timer: NodeJS.Timeout | undefined;
  #armedForMs = Number.POSITIVE_INFINITY;

  constructor(connections: Iterable<RegisteredConnection>) {
    this.#connections = connections;
  }

  /** Call it for each added connection. */
  watch({ expiresAtMs }: RegisteredConnection): void {
    if (expiresAtMs < this.#armedForMs) this.#arm(expiresAtMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(atMs: number): void {
    clearTimeout(this.#timer);
    this.#armedForMs = atMs;
    this.#timer = setTimeout(() => this.#endExpired(), Math.min(maxTimerMs, Math.max(0, atMs - Date.now())));
    this.#timer.unref();
  }

  #endExpired(): void {
    this.#armedForMs = Number.POSITIVE_INFINITY;
    let earliestMs = Number.POSITIVE_INFINITY;
    for (const connection of this.#connections) {
      if (connection.expiresAtMs <= Date.now()) connection.disconnect('token_expired');
      else earliestMs = Math.min(earliestMs, connection.expiresAtMs);
    }
    if (earliestMs < Number.POSITIVE_INFINITY) this.#arm(earliestMs);
  }
}
