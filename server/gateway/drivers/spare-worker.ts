import type { ProcessorShares } from './processors';
import { startWorkerProcess, type WorkerProcess, type WorkerProcessOptions } from './worker-process';

/**
 * Keeps one worker process loaded and without a spec, so that the camera of a dead worker does not wait for another to
 * load. A spare that ends by itself is not replaced before the next start.
 */
export class SpareWorker {
  readonly #options: WorkerProcessOptions;
  readonly #shares: ProcessorShares;
  readonly #quietMs: number;
  #spare: WorkerProcess | null = null;
  #timer: NodeJS.Timeout;

  /**
   * @param quietMs milliseconds without a start before a spare is loaded: loading takes most of a second of a core,
   * which starting workers need more
   */
  constructor(options: WorkerProcessOptions, shares: ProcessorShares, quietMs: number) {
    this.#options = options;
    this.#shares = shares;
    this.#quietMs = quietMs;
    this.#timer = this.#startLater();
  }

  /** The spare, or without one a worker that still has to load. */
  acquire(): WorkerProcess {
    const acquired = this.#spare ?? startWorkerProcess(this.#options);
    this.#spare = null;
    clearTimeout(this.#timer);
    this.#timer = this.#startLater();
    return acquired;
  }

  /** Ends the spare and loads no further one. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#spare?.signal('SIGKILL');
    await this.#spare?.ended;
  }

  #startLater(): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.#spare) return;
      const spare = startWorkerProcess(this.#options);
      const { pid } = spare;
      if (pid !== undefined) this.#shares.set(pid, 'small');
      this.#spare = spare;
      void spare.ended.then(() => {
        if (this.#spare === spare) this.#spare = null;
        if (pid !== undefined) this.#shares.delete(pid);
      });
    }, this.#quietMs);
  }
}
