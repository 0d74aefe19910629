import { firstPermitMs } from '@/lib/contracts/worker-protocol';

/**
 * How long a worker may run without an answer of a gateway: once it is over, another gateway may start another worker
 * for the stream. By a clock that never jumps.
 */
export class Permit {
  #onOver: () => void;
  #timer: NodeJS.Timeout;

  /** It begins with the time that a worker has for its first report. */
  constructor(onOver: () => void) {
    this.#onOver = onOver;
    this.#timer = setTimeout(onOver, firstPermitMs);
  }

  /**
   * A gateway has answered.
   * @param sentMs when the report was sent that it answered, by performance.now()
   * @param validForMs how long the worker may run from then on
   */
  renew(sentMs: number, validForMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onOver, Math.max(0, sentMs + validForMs - performance.now()));
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
