import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { workerPartEnv } from '@/lib/platform/env/worker-env';
import { taskFrame } from '../../feed/feed-frames';
import { ProcessStarter } from './process-starter';

/** Bytes that the pipe to the process may hold before messages wait in the feed's queue. */
const maxPipedBytes = 256 * 1024;

/** The process of an output. Starts it as often as needed, and sends its task and then frames. */
export class OutputProcess {
  readonly #starter: ProcessStarter;
  /** Settles when the process has ended; undefined while there is none. */
  #ended: Promise<number> | undefined;

  /**
   * @param program its file beside the worker's, like "srt-output.mjs"
   * @param onLine takes what it writes to its file descriptor 3, line by line
   */
  constructor(program: string, onLine: (line: string) => void = () => undefined) {
    const file = fileURLToPath(new URL(`./${program}`, import.meta.url));
    this.#starter = new ProcessStarter([process.execPath, ...process.execArgv, file], workerPartEnv());
    createInterface({ input: this.#starter.reports }).on('line', onLine);
  }

  get isRunning(): boolean {
    return this.#ended !== undefined;
  }

  /**
   * Starts it with a task, and waits for its end.
   * @returns its status as of a shell: 128 and the number of the signal that has ended it
   * @throws Error where it cannot be started any more
   */
  async run(task: unknown): Promise<number> {
    const mark = randomBytes(16).toString('hex');
    this.#ended = this.#starter.run(mark);
    this.#starter.input.write(mark);
    this.#starter.input.write(taskFrame(task));
    try {
      return await this.#ended;
    } finally {
      this.#ended = undefined;
    }
  }

  /** Gives it a frame. @returns a promise where it has more to read than it should */
  write(frame: Buffer): void | Promise<void> {
    const { input } = this.#starter;
    if (!this.#ended || !input.writable || input.write(frame) || input.writableLength <= maxPipedBytes) return;
    return this.#drained(this.#ended);
  }

  /** Ends the output. The running process reads to the end of its input. Settles when it has ended. */
  async end(): Promise<void> {
    this.#starter.end();
    await this.#ended?.catch(() => undefined);
  }

  /** Settles when the process has read all of its input, or has ended. */
  async #drained(ended: Promise<number>): Promise<void> {
    const waiting = new AbortController();
    try {
      await Promise.race([once(this.#starter.input, 'drain', { signal: waiting.signal }), ended]);
    } finally {
      waiting.abort();
    }
  }
}
