import { firstPermitMs } from '@/lib/contracts/worker-protocol';

/**
 * How long a worker may run without an answer from a gateway. After that another gateway may start another worker for
 * the stream. It uses a clock that never jumps.
 */
export class Permit {
  #onOver: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** Begins with the time that a worker has for its first report. */
  constructor(onOver: () => void) {
    this.#onOver = onOver;
    this.#endAfter(firstPermitMs);
  }

  /**
   * A gateway has answered.
   * @param sentMs when the report was sent that it answered, by performance.now()
   * @param validForMs how long the worker may run from then on
   */
  renew(sentMs: number, validForMs: number): void {
    this.#endAfter(Math.max(0, sentMs + validForMs - performance.now()));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(() => {
      // Sockets are read first: an answer may have come while this process waited for a processor.
      setImmediate(() => this.#timer === timer && this.#onOver());
    }, ms);
    this.#timer = timer;
  }
}
