import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import { parseJson } from '@/lib/core/parse-json';
import { answerToChallenge, eventSubscriptions, type ObsMessage, obsMessageSchema, rpcVersion } from './obs-protocol';

const answerTimeoutMs = 5_000;
const handshakeTimeoutMs = 5_000;
const pingMs = 2_000;
/** obs-websocket closes with it where the password is wrong. */
const authenticationFailed = 4009;
const resourceNotFound = 600;

type Response = Extract<ObsMessage, { op: 7 }>['d'];

/** A connection to OBS that is identified, and answers requests. */
export class ObsConnection {
  readonly #socket: WebSocket;
  readonly #onEvent: (type: string, data: Record<string, unknown>) => void;
  readonly #requests = new Map<string, (response: Response) => void>();
  #lastId = 0;
  #isHeard = true;

  private constructor(socket: WebSocket, onEvent: (type: string, data: Record<string, unknown>) => void) {
    this.#socket = socket;
    this.#onEvent = onEvent;
  }

  /** @throws Error that says why OBS is not to be had */
  static async open(
    url: string,
    password: string,
    onEvent: (type: string, data: Record<string, unknown>) => void,
    signal: AbortSignal,
  ): Promise<ObsConnection> {
    const socket = new WebSocket(url, { handshakeTimeout: handshakeTimeoutMs, perMessageDeflate: false });
    const connection = new ObsConnection(socket, onEvent);
    const end = () => socket.terminate();
    signal.addEventListener('abort', end);
    socket.once('close', () => signal.removeEventListener('abort', end));
    const identified = new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', (code) => reject(new Error(closeSentence(code))));
      socket.on('message', (data) => {
        const message = obsMessageSchema.safeParse(parseJson(data.toString())).data;
        if (message?.op === 0) connection.#identify(message.d.authentication, password);
        else if (message?.op === 2) resolve();
        else if (message) connection.#take(message);
      });
    });
    await identified;
    connection.#watch();
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

  /** Waits until the connection ends, whoever ends it. */
  async ended(): Promise<void> {
    if (this.#socket.readyState !== WebSocket.CLOSED) await once(this.#socket, 'close');
  }

  close(): void {
    this.#socket.terminate();
  }

  async #request(requestType: string, requestData: object): Promise<Response> {
    const requestId = String(++this.#lastId);
    const answered = new Promise<Response>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`OBS does not answer ${requestType}.`)), answerTimeoutMs);
      this.#requests.set(requestId, (response) => {
        clearTimeout(timer);
        resolve(response);
      });
    });
    this.#socket.send(JSON.stringify({ op: 6, d: { requestType, requestId, requestData } }));
    return answered.finally(() => this.#requests.delete(requestId));
  }

  #identify(authentication: { challenge: string; salt: string } | undefined, password: string): void {
    const answer = authentication && answerToChallenge(password, authentication);
    this.#socket.send(JSON.stringify({ op: 1, d: { rpcVersion, eventSubscriptions, authentication: answer } }));
  }

  #take(message: ObsMessage): void {
    if (message.op === 5) this.#onEvent(message.d.eventType, message.d.eventData);
    if (message.op === 7) this.#requests.get(message.d.requestId)?.(message.d);
  }

  /** Ends a connection whose other side has gone without a word. */
  #watch(): void {
    this.#socket.on('pong', () => {
      this.#isHeard = true;
    });
    const timer = setInterval(() => {
      if (!this.#isHeard) return this.#socket.terminate();
      this.#isHeard = false;
      this.#socket.ping();
    }, pingMs);
    this.#socket.once('close', () => clearInterval(timer));
  }
}

const closeSentence = (code: number): string =>
  code === authenticationFailed
    ? 'OBS does not accept the password: see Tools, WebSocket Server Settings.'
    : `OBS has closed the connection (${code}).`;
