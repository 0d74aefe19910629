import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type JoinResponse, SignalRequest, SignalResponse } from '@livekit/protocol';
import WebSocket from 'ws';

type Outgoing = SignalRequest['message'];
export type Incoming = SignalResponse['message'];

interface Events {
  message: [Incoming];
  /** Emitted once, with the reason in words. */
  closed: [string];
}

const joinTimeoutMs = 5_000;
/** The version of LiveKit's signalling that this client speaks. */
const protocolVersion = 15;
const maxRefusalBytes = 1_000;

/** LiveKit answers, but does not let us join. */
export class LiveKitRefusal extends Error {
  override name = 'LiveKitRefusal';
  /** HTTP status. */
  readonly status: number;
  /** LiveKit's message. */
  readonly text: string;

  constructor(status: number, text: string) {
    super(`LiveKit refused to let us join: ${text} (${status})`);
    this.status = status;
    this.text = text;
  }
}

/**
 * LiveKit's signalling: protobuf messages over a websocket (github.com/livekit/protocol, livekit_rtc.proto). It only
 * carries messages, and notices when the other side is gone.
 */
export class LiveKitSignal extends EventEmitter<Events> {
  #socket: WebSocket;
  #pingTimer: NodeJS.Timeout | undefined;
  #lastHeardMs = Date.now();

  private constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
  }

  /**
   * Joins a room.
   * @param url ws:// or wss:// address of the LiveKit server
   * @param token a LiveKit access token for the room
   * @throws LiveKitRefusal when the server refuses
   * @throws Error when it cannot be reached, or does not answer within 5 s
   */
  static async join(url: string, token: string): Promise<{ signal: LiveKitSignal; join: JoinResponse }> {
    const address = new URL(`${url.replace(/\/$/, '')}/rtc`);
    address.search = new URLSearchParams({
      protocol: String(protocolVersion),
      auto_subscribe: '0',
      sdk: 'node',
    }).toString();
    const socket = new WebSocket(address, {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: joinTimeoutMs,
      perMessageDeflate: false,
      // Messages right after the join's answer reach a caller that has awaited it.
      allowSynchronousEvents: false,
    });
    const signal = new LiveKitSignal(socket);
    const join = await new Promise<JoinResponse>((resolve, reject) => {
      const timer = setTimeout(() => {
        socket.terminate();
        reject(new Error(`LiveKit did not let us join within ${joinTimeoutMs} ms`));
      }, joinTimeoutMs);
      socket.on('unexpected-response', async (_, response) => {
        const text = await readText(response);
        clearTimeout(timer);
        reject(new LiveKitRefusal(response.statusCode ?? 0, text));
        socket.terminate();
      });
      signal.on('message', (message) => {
        if (message.case !== 'join') return;
        clearTimeout(timer);
        resolve(message.value);
      });
      signal.on('closed', (reason) => {
        clearTimeout(timer);
        reject(new Error(`LiveKit refused to let us join: ${reason}`));
      });
      signal.#listen();
    });
    signal.#keepAlive(join.pingInterval || 5, join.pingTimeout || 15);
    return { signal, join };
  }

  send(message: Outgoing): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(new SignalRequest({ message }).toBinary());
  }

  close(): void {
    clearInterval(this.#pingTimer);
    this.#socket.close(1000);
  }

  #listen(): void {
    this.#socket.on('message', (data: Buffer) => {
      this.#lastHeardMs = Date.now();
      this.emit('message', SignalResponse.fromBinary(data).message);
    });
    let reason = 'connection closed';
    this.#socket.on('error', (error) => {
      reason = error.message;
    });
    this.#socket.on('close', (code) => {
      clearInterval(this.#pingTimer);
      this.emit('closed', `${reason} (${code})`);
    });
  }

  #keepAlive(intervalSeconds: number, timeoutSeconds: number): void {
    this.#pingTimer = setInterval(() => {
      if (Date.now() - this.#lastHeardMs > timeoutSeconds * 1000) this.#socket.terminate();
      else this.send({ case: 'ping', value: BigInt(Date.now()) });
    }, intervalSeconds * 1000);
  }
}

/** The beginning of an answer. */
async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length >= maxRefusalBytes) break;
    }
  } catch (error) {
    // The status tells what was refused; the connection may break before the rest.
    return `${text} (${String(error)})`;
  }
  return text.slice(0, maxRefusalBytes).trim();
}
