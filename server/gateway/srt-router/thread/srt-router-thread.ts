import { Worker } from 'node:worker_threads';
import { AppError } from '@/lib/core/errors';
import { LimitedLog } from '../../limits/limited-log';
import type { SrtAdmission, SrtRefusalNotice } from '../../refusals/srt-refusal';
import type { EncoderLink } from '../../srt/srt-link';
import type { OpenSrtConnection, SrtDirection } from '../../srt/srt-route';
import type { SrtStreamId } from '../protocol/srt-stream-id';
import type {
  CallersOfPort,
  FromRouter,
  RouterHealth,
  RouterOptions,
  RouterQuestionName,
  RouterQuestions,
  ToRouter,
} from './router-messages';

export interface SrtRouterThreadOptions extends RouterOptions {
  admit(named: SrtStreamId, direction: SrtDirection, onWaiting: (streamId: string) => void): Promise<SrtAdmission>;
  /** At most one notice a second for each stream, port and cause. */
  onRefusal(notice: SrtRefusalNotice): void;
  onConnected(connection: OpenSrtConnection): void;
  /** An open connection's group has gained or lost a link. */
  onLinksChanged(connection: OpenSrtConnection): void;
  onDisconnected(connection: OpenSrtConnection): void;
  /** The thread has ended by itself, and every connection with it. */
  onDied(error: Error): void;
  /** The thread's bundled script, if it is not beside this program. */
  program?: URL;
}

/** A pending answer of the thread. */
interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * The main thread's side of the router thread. That thread has both public ports, so that datagrams pass whatever the
 * main thread does.
 */
export class SrtRouterThread {
  readonly #options: SrtRouterThreadOptions;
  readonly #worker: Worker;
  readonly #log = new LimitedLog();
  readonly #questions = new Map<number, Pending>();
  #lastQuestionId = 0;
  #listening: Pending | null = null;
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
    const { host, ingestPort, viewPort, maxBitrateKbps } = options;
    const workerData: RouterOptions = { host, ingestPort, viewPort, maxBitrateKbps };
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

  readLinks(): Promise<Map<string, EncoderLink>> {
    return this.#ask('readLinks', null);
  }

  readPlayerBytes(): Promise<Map<string, number>> {
    return this.#ask('readPlayerBytes', null);
  }

  /** Disconnects the callers of a stream, and its worker from them. @param keyHash only those that this key has let in */
  closeStream(streamId: string, keyHash?: string): void {
    this.#post({ type: 'closeStream', streamId, keyHash });
  }

  /** Disconnects these callers, and their workers from them. */
  disconnect(callersOfPort: CallersOfPort): void {
    this.#post({ type: 'disconnect', callersOfPort });
  }

  /** Ends the connection of a stream's encoder if it is silent. @returns whether none is left */
  dropSilentEncoder(streamId: string): Promise<boolean> {
    return this.#ask('dropSilentEncoder', streamId);
  }

  /** Restores connections of the process that had these ports before. @returns those that cannot be restored */
  restore(connections: OpenSrtConnection[]): Promise<OpenSrtConnection[]> {
    return this.#ask('restore', connections);
  }

  /** Sends a SHUTDOWN to callers of the process that had these ports before, whose connections have ended. */
  dismiss(callersOfPort: CallersOfPort): void {
    this.#post({ type: 'dismiss', callersOfPort });
  }

  /** Disconnects all callers and closes both ports. */
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
        void this.#admit(message.id, message.named, message.direction);
        break;
      case 'refusal':
        this.#options.onRefusal(message.notice);
        break;
      case 'connected':
        this.#options.onConnected(message.connection);
        break;
      case 'linksChanged':
        this.#options.onLinksChanged(message.connection);
        break;
      case 'disconnected':
        this.#options.onDisconnected(message.connection);
    }
  }

  async #admit(id: number, named: SrtStreamId, direction: SrtDirection): Promise<void> {
    let admission: SrtAdmission;
    try {
      admission = await this.#options.admit(named, direction, (streamId) =>
        this.#post({ type: 'waiting', id, streamId }),
      );
    } catch (error) {
      this.#log.warn({ err: error, direction }, 'router: cannot decide an admission');
      admission = { kind: 'refuse', refusal: 'unavailable', streamId: null };
    }
    this.#post({ type: 'admission', id, admission });
  }

  /** Called once or twice: with a thrown error, and with the exit. */
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
