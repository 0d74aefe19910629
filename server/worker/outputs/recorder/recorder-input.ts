import type { OutputProcess } from '../process/output-process';

/** Bound of what is kept for a new process: the camera's packets since a keyframe. */
const maxKeptBytes = 32 * 1024 * 1024;
/** Frames go to the process together: each write wakes it. */
const batchMs = 50;

/** Gives frames to the recorder's process, in batches, and once more where another process takes its place. */
export class RecorderInput {
  readonly #process: Pick<OutputProcess, 'isRunning' | 'write'>;
  /** Frames since the last keyframe that the process was given, or since it ended. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  /** Frames that are not written yet. */
  #batch: Buffer[] = [];
  #batchTimer: NodeJS.Timeout | undefined;
  /** Settles when the process can take more; undefined while it can. */
  #drained: Promise<void> | undefined;

  constructor(process: Pick<OutputProcess, 'isRunning' | 'write'>) {
    this.#process = process;
  }

  /** Gives the process a frame, and keeps it for another one. @returns a promise where it has more than it should */
  give(frame: Buffer): void | Promise<void> {
    this.#kept.push(frame);
    this.#keptBytes += frame.length;
    if (this.#keptBytes > maxKeptBytes) this.forget();
    if (!this.#process.isRunning) return;
    this.#batch.push(frame);
    this.#batchTimer ??= setTimeout(() => this.flush(), batchMs);
    return this.#drained;
  }

  /** Writes what waits for its batch. */
  flush(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    const drained = this.#process.write(Buffer.concat(this.#batch.splice(0)));
    if (!drained) return;
    this.#drained = drained.finally(() => {
      this.#drained = undefined;
    });
  }

  /** Gives a new process what the one before may not have written. @param head comes before that */
  repeat(head: Buffer[]): void {
    for (const frame of [...head, ...this.#kept]) this.#process.write(frame);
  }

  /** Drops what the process would have got, which has ended. */
  processEnded(): void {
    this.#batch = [];
  }

  /** Keeps what comes from here on. */
  forget(): void {
    this.#kept = [];
    this.#keptBytes = 0;
  }
}
