import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

interface Request {
  method: string;
  path: string;
  uri: string;
  headers: Map<string, string>;
  body: string;
}

export interface RtspServerOptions {
  /** Players give these by Digest; publishers need none. */
  user?: { name: string; password: string };
  /** Where it listens; by default at any port of 127.0.0.1. */
  at?: { host: string; port: number };
  /** Answers a player's request in place of the usual answer. */
  answer?: (request: Request) => string | undefined;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const pathOf = (uri: string): string =>
  /^rtsp:\/\/[^/]*(\/[^?]*)/.exec(uri)?.[1]?.replace(/\/(?:streamid=\d+)?$/, '') ?? '/';

/**
 * A camera that speaks RTSP (RFC 2326) over TCP: ffmpeg publishes to it, and players get the same packets interleaved.
 * Players authorize by Digest (RFC 2069).
 */
export class RtspServer {
  readonly #options: RtspServerOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #descriptions = new Map<string, string>();
  readonly #players = new Map<Socket, string>();
  readonly #nonce = randomBytes(8).toString('hex');
  /** Requests of players with a user and password that were refused. */
  refusals = 0;
  /** Connections of players so far. */
  plays = 0;

  static async start(options: RtspServerOptions = {}): Promise<RtspServer> {
    const server = new RtspServer(options);
    const { host, port } = options.at ?? { host: '127.0.0.1', port: 0 };
    server.#server.listen(port, host);
    await once(server.#server, 'listening');
    return server;
  }

  private constructor(options: RtspServerOptions) {
    this.#options = options;
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket));
  }

  get host(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `${address}:${port}`;
  }

  /** Whether ffmpeg publishes at a path. */
  has(path: string): boolean {
    return this.#descriptions.has(path);
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    let published: string | null = null;
    let rest: Buffer = Buffer.alloc(0);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#players.delete(socket);
      if (published === null) return;
      this.#descriptions.delete(published);
      for (const [player, path] of this.#players) if (path === published) player.destroy();
    });
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        if (rest[0] === 0x24) {
          const end = rest.length < 4 ? Infinity : 4 + rest.readUInt16BE(2);
          if (rest.length < end) return;
          const packet = rest.subarray(0, end);
          for (const [player, path] of this.#players) if (path === published) player.write(packet);
          rest = rest.subarray(end);
          continue;
        }
        const head = rest.indexOf('\r\n\r\n');
        if (head < 0) return;
        const [line = '', ...lines] = rest.subarray(0, head).toString('latin1').split('\r\n');
        const headers = new Map(
          lines.map((header) => {
            const [, name = '', value = ''] = /^([^:]*): *(.*)$/.exec(header) ?? [];
            return [name.toLowerCase(), value];
          }),
        );
        const end = head + 4 + Number(headers.get('content-length') ?? 0);
        if (rest.length < end) return;
        const [method = '', uri = ''] = line.split(' ');
        const request = { method, uri, path: pathOf(uri), headers, body: rest.subarray(head + 4, end).toString() };
        rest = rest.subarray(end);
        if (method === 'ANNOUNCE') {
          published = request.path;
          this.#descriptions.set(published, request.body);
        }
        socket.write(published === null ? this.#answerPlayer(request, socket) : reply(request));
      }
    });
  }

  #answerPlayer(request: Request, socket: Socket): string {
    const { user, answer } = this.#options;
    const special = answer?.(request);
    if (special !== undefined) return special;
    if (request.method === 'OPTIONS') return reply(request, ['Public: DESCRIBE, SETUP, PLAY, TEARDOWN']);
    if (user && !this.#isAuthorized(request, user)) {
      if (request.headers.has('authorization')) this.refusals++;
      return reply(
        request,
        [`WWW-Authenticate: Digest realm="camera", nonce="${this.#nonce}"`],
        '',
        '401 Unauthorized',
      );
    }
    const description = this.#descriptions.get(request.path);
    if (description === undefined) return reply(request, [], '', '404 Not Found');
    if (request.method === 'DESCRIBE') {
      return reply(request, ['Content-Type: application/sdp', `Content-Base: ${request.uri}/`], description);
    }
    if (request.method === 'PLAY') {
      this.plays++;
      // The answer comes before the first packet.
      setImmediate(() => this.#players.set(socket, request.path));
    }
    return reply(request);
  }

  #isAuthorized({ method, headers }: Request, { name, password }: { name: string; password: string }): boolean {
    const given = new Map(
      [...(headers.get('authorization') ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        value,
      ]),
    );
    const secret = md5(`${name}:camera:${password}`);
    return given.get('response') === md5(`${secret}:${this.#nonce}:${md5(`${method}:${given.get('uri')}`)}`);
  }
}

function reply({ headers }: Request, further: string[] = [], body = '', status = '200 OK'): string {
  const transport = headers.get('transport');
  return [
    `RTSP/1.0 ${status}`,
    `CSeq: ${headers.get('cseq')}`,
    'Session: 1;timeout=60',
    ...(transport ? [`Transport: ${transport.replace(/;mode=\w+/i, '')}`] : []),
    ...further,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
