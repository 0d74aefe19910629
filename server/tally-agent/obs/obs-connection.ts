import { WebSocket } from 'ws';
import type { z } from 'zod';
import { parseJson } from '@/lib/core/parse-json';
import { answerToChallenge, eventSubscriptions, type ObsMessage, obsMessageSchema, rpcVersion } from './obs-protocol';

const answerTimeoutMs = 2_500;
const handshakeTimeoutMs = 5_000;
/** obs-websocket closes with it where the password is wrong. */
const authenticationFailed = 4009;
const noAnswer = 'OBS does not answer: it must be version 28 or newer, and running.';
const resourceNotFound = 600;

type Response = Extract<ObsMessage, { op: 7 }>['d'];

/** A connection to OBS that is identified, and answers requests. */
export class ObsConnection {
  readonly #socket: WebSocket;
  readonly #onEvent: (type: string, data: Record<string, unknown>) => void;
  readonly #requests = new Map<string, { resolve(response: Response): void; reject(error: Error): void }>();
  #lastId = 0;

  private constructor(socket: WebSocket, onEvent: (type: string, data: Record<string, unknown>) => void) {
    this.#socket = socket;
    this.#onEvent = onEvent;
  }

  /**
   * @param passwords are tried one after the other
   * @throws Error that says why OBS is not to be had
   */
  static async open(
    url: string,
    passwords: readonly string[],
    onEvent: (type: string, data: Record<string, unknown>) => void,
    signal: AbortSignal,
  ): Promise<ObsConnection> {
    const [password = '', ...others] = passwords;
    try {
      return await ObsConnection.#openWith(url, password, onEvent, signal);
    } catch (error) {
      if (!(error instanceof WrongPassword) || others.length === 0) throw error;
      return ObsConnection.open(url, others, onEvent, signal);
    }
  }

  static async #openWith(
    url: string,
    password: string,
    onEvent: (type: string, data: Record<string, unknown>) => void,
    signal: AbortSignal,
  ): Promise<ObsConnection> {
    const socket = new WebSocket(url, { handshakeTimeout: handshakeTimeoutMs, perMessageDeflate: false });
    const connection = new ObsConnection(socket, onEvent);
    const end = () => socket.terminate();
    signal.addEventListener('abort', end);
    let greeting: NodeJS.Timeout | undefined;
    let isMisread = false;
    const identified = new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.once('open', () => {
        greeting = setTimeout(() => {
          reject(new Error(isMisread ? 'Bytes arrive that are not OBS’s: it must be version 28 or newer.' : noAnswer));
          end();
        }, answerTimeoutMs);
      });
      socket.once('close', (code) => {
        signal.removeEventListener('abort', end);
        const error = closeError(code);
        reject(error);
        for (const request of connection.#requests.values()) request.reject(error);
      });
      socket.on('message', (data) => {
        const message = obsMessageSchema.safeParse(parseJson(data.toString())).data;
        isMisread ||= message === undefined;
        if (message?.op === 0) connection.#identify(message.d.authentication, password);
        else if (message?.op === 2) resolve();
        else if (message) connection.#take(message);
      });
    });
    await identified.finally(() => clearTimeout(greeting));
    return connection;
  }

  /** Asks OBS. @throws Error where it refuses, does not answer in time, or answers something else */
  async require<Schema extends z.ZodType>(type: string, schema: Schema): Promise<z.infer<Schema>> {
    const answer = await this.find(type, schema, {});
    if (answer === null) throw new Error(`OBS has nothing for ${type}.`);
    return answer;
  }

  /** Asks OBS for a thing that may be gone by now. @returns null where it is @throws Error like {@link require} */
  async find<Schema extends z.ZodType>(type: string, schema: Schema, data: object): Promise<z.infer<Schema> | null> {
    const { requestStatus, responseData } = await this.#request(type, data);
    if (requestStatus.code === resourceNotFound) return null;
    if (!requestStatus.result) throw new Error(`OBS refuses ${type}: ${requestStatus.comment ?? requestStatus.code}`);
    return schema.parse(responseData);
  }

  /** Waits until either side ends the connection. */
  async ended(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    // Not by `once`, which rejects for an error that the requests tell already.
    await new Promise((resolve) => this.#socket.once('close', resolve));
  }

  close(): void {
    this.#socket.terminate();
  }

  async #request(requestType: string, requestData: object): Promise<Response> {
    const requestId = String(++this.#lastId);
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<Response>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`OBS does not answer ${requestType}.`)), answerTimeoutMs);
      this.#requests.set(requestId, { resolve, reject });
    });
    this.#socket.send(JSON.stringify({ op: 6, d: { requestType, requestId, requestData } }));
    return answered.finally(() => {
      clearTimeout(timer);
      this.#requests.delete(requestId);
    });
  }

  #identify(authentication: { challenge: string; salt: string } | undefined, password: string): void {
    const answer = authentication && answerToChallenge(password, authentication);
    this.#socket.send(JSON.stringify({ op: 1, d: { rpcVersion, eventSubscriptions, authentication: answer } }));
  }

  #take(message: ObsMessage): void {
    if (message.op === 5) this.#onEvent(message.d.eventType, message.d.eventData);
    if (message.op === 7) this.#requests.get(message.d.requestId)?.resolve(message.d);
  }
}

class WrongPassword extends Error {
  override message = 'OBS does not accept the password: see Tools, WebSocket Server Settings.';
}

const closeError = (code: number): Error =>
  code === authenticationFailed ? new WrongPassword() : new Error(`OBS has closed the connection (${code}).`);
