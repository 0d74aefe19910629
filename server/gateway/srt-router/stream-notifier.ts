/** Lets callers wait for a change of their stream. */
export class StreamNotifier {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Wakes those who wait for this stream. */
  notify(streamId: string): void {
    for (const wake of this.#waiting.get(streamId) ?? []) wake();
  }

  /** Wakes all. */
  notifyAll(): void {
    for (const streamId of [...this.#waiting.keys()]) this.notify(streamId);
  }

  /** Settles at the next notification of a stream after this call, or after `timeoutMs`. */
  next(streamId: string, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(streamId) ?? new Set();
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(streamId);
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      this.#waiting.set(streamId, waiting.add(wake));
    });
  }
}
