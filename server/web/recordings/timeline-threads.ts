import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
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
  readonly #threads: Worker[] = [];
  readonly #threadOf = new Map<string, Worker>();
  readonly #asked = new Map<number, Asked>();
  #lastNumber = 0;
  #next = 0;
  #isClosed = false;

  /** @param program the bundle of timeline-reader.program.ts */
  constructor(program: URL) {
    this.#program = program;
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
    this.#isClosed = true;
    if (timelineThread() === this) setTimelineThread(null);
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #post(id: string, question: TimelineQuestion): void {
    const thread = this.#threadOf.get(id) ?? this.#nextThread();
    this.#threadOf.set(id, thread);
    thread.postMessage(question);
  }

  #nextThread(): Worker {
    this.#next = (this.#next + 1) % Math.min(maxThreads, availableParallelism());
    this.#threads[this.#next] ??= this.#start();
    return this.#threads[this.#next] ?? this.#start();
  }

  #start(): Worker {
    const thread = new Worker(this.#program, { name: 'timeline-reader' });
    thread.on('message', (answer: TimelineAnswer) => this.#receive(answer));
    thread.on('error', (error) => this.#fail(error));
    thread.on('exit', (code) => this.#fail(new Error(`the thread that reads recordings has ended with code ${code}`)));
    return thread;
  }

  /** Keeps the process as long as somebody waits for an answer. */
  #holdProcess(): void {
    for (const thread of this.#threads) {
      if (this.#asked.size > 0) thread?.ref();
      else thread?.unref();
    }
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

  #fail(error: Error): void {
    if (!this.#isClosed) log.error({ err: error }, 'web: a thread has ended, so that recordings are read without one');
    void this.close();
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }
}
