import { Worker } from 'node:worker_threads';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';
import type { EncoderLink } from '../srt-link';
import type { SrtAdmission, SrtRefusalNotice } from '../srt-refusal';
import type { OpenSrtConnection, SrtDirection } from '../srt-route';
import type {
  CallersOfPort,
  FromRouter,
  RouterHealth,
  RouterPorts,
  RouterQuestionName,
  RouterQuestions,
  ToRouter,
} from './router-messages';

export interface SrtRouterThreadOptions extends RouterPorts {
  /** Whether, and to which worker, a caller with this stream key may go. May wait for a worker that is being started. */
  admit(streamKey: string, direction: SrtDirection): Promise<SrtAdmission>;
  onRefusal(notice: SrtRefusalNotice): void;
  /** Media flows between a caller and the stream's worker. */
  onConnected(connection: OpenSrtConnection): void;
  /** It flows no more. */
  onDisconnected(connection: OpenSrtConnection): void;
  /** The thread has ended without being closed, and with it every connection. */
  onDied(error: Error): void;
  /** The thread's bundled script, where it does not lie beside this program. */
  program?: URL;
}

/** Somebody who waits for the thread. */
interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * Both public ports in a thread of their own: whatever the main thread does, datagrams pass. Here is its side of the
 * main thread.
 */
export class SrtRouterThread {
  readonly #options: SrtRouterThreadOptions;
  readonly #worker: Worker;
  readonly #questions = new Map<number, Waiting>();
  #lastQuestionId = 0;
  #listening: Waiting | null = null;
  #isClosing = false;
  #ended: Error | null = null;
  #ports = { ingestPort: 0, viewPort: 0 };

  /** Opens both ports. @throws AppError `unavailable` with one sentence if one is in use or forbidden */
  static async open(options: SrtRouterThreadOptions): Promise<SrtRouterThread> {
    const thread = new SrtRouterThread(options);
    await new Promise<void>((resolve, reject) => {
      thread.#listening = { resolve: () => resolve(), reject };
    });
    thread.#listening = null;
    return thread;
  }

  private constructor(options: SrtRouterThreadOptions) {
    this.#options = options;
    const { host, ingestPort, viewPort } = options;
    const workerData: RouterPorts = { host, ingestPort, viewPort };
    this.#worker = new Worker(options.program ?? new URL('./srt-router.mjs', import.meta.url), {
      name: 'srt-router',
      workerData,
    });
    this.#worker.on('message', (message: FromRouter) => this.#receive(message));
    this.#worker.on('error', (error) => this.#onEnded(error));
    this.#worker.on('exit', (code) => this.#onEnded(new Error(`the SRT router's thread has ended with code ${code}`)));
  }

  get ingestPort(): number {
    return this.#ports.ingestPort;
  }

  get viewPort(): number {
    return this.#ports.viewPort;
  }

  /** The counters of both ports. */
  readHealth(): Promise<RouterHealth> {
    return this.#ask('readHealth', null);
  }

  /** What happened on the links of the connected encoders since the last call, by stream. */
  readLinks(): Promise<Map<string, EncoderLink>> {
    return this.#ask('readLinks', null);
  }

  /** Disconnects everybody from a stream, its worker included. */
  closeStream(streamId: string): void {
    this.#post({ type: 'closeStream', streamId });
  }

  /** Disconnects these callers, and their workers from them. */
  disconnect(callersOfPort: CallersOfPort): void {
    this.#post({ type: 'disconnect', callersOfPort });
  }

  /** Ends the connection of a stream's encoder unless that has just been heard. @returns whether there is none left */
  dropSilentEncoder(streamId: string): Promise<boolean> {
    return this.#ask('dropSilentEncoder', streamId);
  }

  /** Goes on with connections of a process that had these ports before. @returns those where that is impossible */
  restore(connections: OpenSrtConnection[]): Promise<OpenSrtConnection[]> {
    return this.#ask('restore', connections);
  }

  /** Tells callers of a process that had these ports before that their connections are over: they cannot know. */
  dismiss(callersOfPort: CallersOfPort): void {
    this.#post({ type: 'dismiss', callersOfPort });
  }

  /** Disconnects everybody and closes both ports. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#ask('close', null);
    await this.#worker.terminate();
  }

  #ask<Name extends RouterQuestionName>(
    type: Name,
    question: RouterQuestions[Name]['question'],
  ): Promise<RouterQuestions[Name]['answer']> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastQuestionId;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve: (answer) => resolve(answer as RouterQuestions[Name]['answer']), reject });
      this.#post({ type, id, question } as ToRouter);
    });
  }

  #receive(message: FromRouter): void {
    switch (message.type) {
      case 'listening':
        this.#ports = { ingestPort: message.ingestPort, viewPort: message.viewPort };
        this.#listening?.resolve(null);
        break;
      case 'unavailable':
        this.#listening?.reject(new AppError('unavailable', message.sentence));
        break;
      case 'answer':
        this.#questions.get(message.id)?.resolve(message.answer);
        this.#questions.delete(message.id);
        break;
      case 'admit':
        void this.#admit(message.id, message.streamKey, message.direction);
        break;
      case 'refusal':
        this.#options.onRefusal(message.notice);
        break;
      case 'connected':
        this.#options.onConnected(message.connection);
        break;
      case 'disconnected':
        this.#options.onDisconnected(message.connection);
    }
  }

  async #admit(id: number, streamKey: string, direction: SrtDirection): Promise<void> {
    let admission: SrtAdmission;
    try {
      admission = await this.#options.admit(streamKey, direction);
    } catch (error) {
      log.warn({ err: error, direction }, 'router: could not ask whether a caller may come in');
      admission = { kind: 'refuse', refusal: 'unavailable', streamId: null };
    }
    this.#post({ type: 'admission', id, admission });
  }

  /** Comes once or twice: with what was thrown, and with the exit. */
  #onEnded(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { reject } of this.#questions.values()) reject(error);
    this.#questions.clear();
    if (this.#listening) this.#listening.reject(error);
    else if (!this.#isClosing) this.#options.onDied(error);
  }

  #post(message: ToRouter): void {
    this.#worker.postMessage(message);
  }
}
