import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** TCP connections of one attacker, whose breaking is his own affair. */
export class TcpPeers {
  readonly #port: number;
  readonly #host: string;
  readonly #open = new Set<Socket>();

  /** @param baseUrl of a web process */
  constructor(baseUrl: string) {
    const { hostname, port } = new URL(baseUrl);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** How many are connected, or about to be. */
  get count(): number {
    return this.#open.size;
  }

  /** Connects, and sends something as soon as possible. The socket keeps its side open when the other one has closed. */
  open(first?: Buffer | string): Socket {
    const socket = connect({ host: this.#host, port: this.#port, allowHalfOpen: true });
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#open.delete(socket));
    if (first !== undefined) socket.write(first);
    return socket;
  }

  /** Connects, sends something, and reads until the other side closes. */
  openReader(first: string): void {
    const socket = this.open(first).resume();
    socket.once('end', () => socket.destroy());
  }

  /** Sends something and reads all that comes back. @returns what came within the time, or until the other side closed */
  async ask(text: Buffer | string, timeoutMs = 5_000): Promise<string> {
    const socket = this.open(text);
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      socket.on('data', (chunk) => chunks.push(chunk));
      for (const event of ['end', 'close'] as const) socket.on(event, () => resolve());
      socket.on('close', () => clearTimeout(timer));
    });
    socket.destroy();
    return Buffer.concat(chunks).toString('latin1');
  }

  /** Sends something on every connection whose other side still listens. */
  send(bytes: Buffer | string): void {
    for (const socket of this.#open) if (socket.writable) socket.write(bytes);
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

interface Hold {
  /** How many connections. */
  count: number;
  everyMs: number;
  /** Opens one that is missing. */
  open(peers: TcpPeers): void;
  /** Runs in each round, when all are there. */
  onRound?(peers: TcpPeers): void;
}

/** Holds connections to a web process until the signal, and replaces those that it closes. */
export async function holdPeers(
  baseUrl: string,
  signal: AbortSignal,
  { count, everyMs, open, onRound }: Hold,
): Promise<void> {
  const peers = new TcpPeers(baseUrl);
  try {
    while (!signal.aborted) {
      while (peers.count < count) open(peers);
      onRound?.(peers);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    peers.close();
  }
}

/** The head of a request with these header lines besides Host. */
export const requestHead = (requestLine: string, ...lines: string[]): string =>
  [`${requestLine} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '', ''].join('\r\n');

/** The head of a request for a websocket of /cable. */
export const cableHead = (...lines: string[]): string =>
  requestHead(
    'GET /cable',
    ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...lines],
  );

/** The head of a sign-in whose body is still to come. */
export const signInHead = requestHead(
  'POST /api/v1/auth/login',
  'Content-Type: application/json',
  'Content-Length: 60000',
);
