import { startWorkerProcess, type WorkerProcess } from './worker-process';

/**
 * Keeps one worker loaded and without a spec, so that a camera whose worker has died need not wait for another to load.
 * One that ends by itself is not replaced before the next start.
 */
export class SpareWorker {
  readonly #workerPath: string;
  readonly #quietMs: number;
  #spare: WorkerProcess | null = null;
  #timer: NodeJS.Timeout;

  /**
   * @param workerPath the worker's bundled script
   * @param quietMs without a start, before a spare is loaded: it takes most of a second of a core, which workers that
   * have just been started need more
   */
  constructor(workerPath: string, quietMs: number) {
    this.#workerPath = workerPath;
    this.#quietMs = quietMs;
    this.#timer = this.#startLater();
  }

  /** The spare, or a worker that has yet to load where there is none. */
  take(): WorkerProcess {
    const taken = this.#spare ?? startWorkerProcess(this.#workerPath);
    this.#spare = null;
    clearTimeout(this.#timer);
    this.#timer = this.#startLater();
    return taken;
  }

  /** Ends the spare, and keeps none any more. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#spare?.signal('SIGKILL');
    await this.#spare?.ended;
  }

  #startLater(): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.#spare) return;
      const spare = startWorkerProcess(this.#workerPath);
      this.#spare = spare;
      void spare.ended.then(() => {
        if (this.#spare === spare) this.#spare = null;
      });
    }, this.#quietMs);
  }
}
