import type { CableConnection } from './cable-connection';

/** The longest that a timer of Node's can run; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Ends sessions when their tokens do, all by one timer that is set to the earliest. */
export class ExpiryTimer {
  #timer: NodeJS.Timeout | undefined;
  #armedForMs = Number.POSITIVE_INFINITY;

  constructor(private readonly sessions: Iterable<CableConnection>) {}

  /** Has to be told of each session that is added. */
  watch({ expiresAtMs }: CableConnection): void {
    if (expiresAtMs < this.#armedForMs) this.#arm(expiresAtMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(atMs: number): void {
    clearTimeout(this.#timer);
    this.#armedForMs = atMs;
    this.#timer = setTimeout(() => this.#look(), Math.min(maxTimerMs, Math.max(0, atMs - Date.now())));
    this.#timer.unref();
  }

  #look(): void {
    this.#armedForMs = Number.POSITIVE_INFINITY;
    let earliestMs = Number.POSITIVE_INFINITY;
    for (const session of this.sessions) {
      if (session.expiresAtMs <= Date.now()) session.disconnect('token_expired');
      else earliestMs = Math.min(earliestMs, session.expiresAtMs);
    }
    if (earliestMs < Number.POSITIVE_INFINITY) this.#arm(earliestMs);
  }
}
