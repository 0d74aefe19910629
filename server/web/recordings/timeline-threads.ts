import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { minuteMs } from '@/lib/core/durations';
import { log } from '@/lib/platform/log';
import {
  type NextReading,
  setTimelineThread,
  type TimelineAnswer,
  type TimelineQuestion,
  type TimelineThread,
  timelineThread,
} from '@/lib/use-cases/recordings/timeline-thread';

/** Live media shares the machine, and two read a day of sixteen cameras in about the time that pages have for it. */
const maxThreads = 2;

interface Asked {
  id: string;
  resolve(reading: NextReading): void;
  reject(error: unknown): void;
}

/**
 * Threads that read recordings for the web, of which each recording has one. They start with the first recording that is
 * asked for. Where one dies, the web reads by itself.
 */
export class TimelineThreads implements TimelineThread {
  readonly #program: URL;
  readonly #restAfterMs: number;
  /** The one whose turn is next comes first. */
  #threads: Worker[] = [];
  readonly #threadOf = new Map<string, Worker>();
  readonly #asked = new Map<number, Asked>();
  #lastNumber = 0;
  #rest: NodeJS.Timeout | null = null;

  /**
   * @param program the bundle of timeline-reader.program.ts
   * @param restAfterMs without a question, after which threads end: what they have read takes memory
   */
  constructor(program: URL, restAfterMs = minuteMs) {
    this.#program = program;
    this.#restAfterMs = restAfterMs;
  }

  /** How many threads run. */
  get count(): number {
    return this.#threads.length;
  }

  read(id: string, endedAt: Date | null, isFirst: boolean): Promise<NextReading> {
    const number = ++this.#lastNumber;
    return new Promise((resolve, reject) => {
      this.#asked.set(number, { id, resolve, reject });
      this.#holdProcess();
      this.#post(id, { kind: 'read', number, id, endedAt, isFirst });
    });
  }

  forget(id: string): void {
    if (this.#threadOf.has(id)) this.#post(id, { kind: 'forget', id });
    this.#threadOf.delete(id);
  }

  async close(): Promise<void> {
    if (timelineThread() === this) setTimelineThread(null);
    await this.#endThreads();
  }

  #post(id: string, question: TimelineQuestion): void {
    const thread = this.#threadOf.get(id) ?? this.#nextThread();
    this.#threadOf.set(id, thread);
    thread.postMessage(question);
  }

  #nextThread(): Worker {
    const areAll = this.#threads.length >= Math.min(maxThreads, availableParallelism());
    const thread = (areAll ? this.#threads.shift() : undefined) ?? this.#start();
    this.#threads.push(thread);
    return thread;
  }

  #start(): Worker {
    const thread = new Worker(this.#program, { name: 'timeline-reader' });
    thread.on('message', (answer: TimelineAnswer) => this.#receive(answer));
    thread.on('error', (error) => this.#fail(thread, error));
    thread.on('exit', (code) => this.#fail(thread, new Error(`a thread has ended with code ${code}`)));
    return thread;
  }

  /** Keeps the process as long as somebody waits for an answer. */
  #holdProcess(): void {
    for (const thread of this.#threads) {
      if (this.#asked.size > 0) thread.ref();
      else thread.unref();
    }
    if (this.#rest) clearTimeout(this.#rest);
    this.#rest = this.#asked.size > 0 ? null : setTimeout(() => void this.#endThreads(), this.#restAfterMs).unref();
  }

  /** Ends the threads. The next ones read from the beginning. */
  async #endThreads(): Promise<void> {
    if (this.#rest) clearTimeout(this.#rest);
    const ended = this.#threads;
    this.#threads = [];
    this.#threadOf.clear();
    await Promise.all(ended.map((thread) => thread.terminate()));
  }

  #receive(answer: TimelineAnswer): void {
    const asked = this.#asked.get(answer.number);
    this.#asked.delete(answer.number);
    this.#holdProcess();
    if (!asked) return;
    if (answer.kind === 'failed') {
      asked.reject(answer.error);
      return;
    }
    if (answer.isFinal) this.#threadOf.delete(asked.id);
    asked.resolve(answer);
  }

  #fail(thread: Worker, error: Error): void {
    if (!this.#threads.includes(thread)) return;
    log.error({ err: error }, 'web: a thread has ended, so that recordings are read without one');
    void this.close();
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }
}
