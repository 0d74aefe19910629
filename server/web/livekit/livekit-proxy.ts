import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '@/lib/core/network-of';
import { clientAddressHeader } from '@/lib/http/client-address';
import { log } from '@/lib/platform/log';
import { countUse } from '../count-use';
import { connectionPlaces } from '../limit-connections';
import { SignalLink } from './signal-link';
import { joinPath, validatePath } from './signal-path';

/** Time limits for LiveKit and its clients. */
interface Patience {
  /** Until LiveKit answers. */
  answerMs: number;
  /** Without a byte from or to a client: LiveKit and its clients say something every few seconds. */
  idleMs: number;
  /** While a client takes nothing of what waits for it. */
  stuckMs: number;
}

const defaultPatience: Patience = { answerMs: 5_000, idleMs: 60_000, stuckMs: 15_000 };

/**
 * Joins from one network: each costs LiveKit some milliseconds, and a quarter of a megabyte for a while. After a
 * restart of LiveKit, this many pages behind one address return at once, and the others with their next tries.
 */
const joins = { points: 100, duration: 10 };
/** Accepted joins with one token, which belongs to one page. Refused ones cost LiveKit nothing. */
const joinsByToken = { points: 6, duration: 10 };

const texts = {
  away: 'The media server does not answer. Video comes back as soon as it does.',
  full: 'This server carries as many video connections as it can. Try again later.',
  tooOften: 'This page has asked for video too often. It will ask again by itself.',
  networkFull: 'There are too many video connections from your network. Try again later.',
  refused: 'The media server has refused this connection.',
  nothing: 'There is nothing at this address.',
  token: 'The room token is missing or not valid. Ask for a new one.',
};

/** The headers of a websocket's handshake, and the token; no other header is passed on. */
const handshakeHeaders = [
  'authorization',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
  'sec-websocket-accept',
];

interface Options {
  /** LiveKit's address for this process: ws:// or wss://. */
  url: string;
  /** Whether LiveKit might accept a room token, and its holder may be there. */
  mayJoin: (token: string) => Promise<boolean>;
  /** Maximum number of websockets at once. */
  maxConnections: number;
  patience?: Patience;
}

type Refuse = (status: number, text: string) => void;

/** Passes LiveKit's signalling through, so that its clients need no other host, port or certificate. */
export interface LivekitProxy {
  /** Handles a websocket request, whose headers identify the caller (server/web/trusted-proxies.ts). */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, refuse: Refuse): void;
  /** Answers an HTTP request for the reason why a websocket was refused. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends all connections; clients reconnect, and their video continues. */
  close(): void;
}

/** Opens the proxy; requests arrive by `upgrade` and `answer`. */
export function openLivekitProxy(options: Options): LivekitProxy {
  const { url, mayJoin, maxConnections, patience = defaultPatience } = options;
  const base = url.replace(/^ws/, 'http').replace(/\/+$/, '');
  const links = new Set<SignalLink>();
  const places = connectionPlaces(maxConnections);
  const networkLimit = new RateLimiterMemory(joins);
  const tokenLimit = new RateLimiterMemory(joinsByToken);
  const stuckCheck = setInterval(() => {
    for (const link of links) link.endIfStuck();
  }, patience.stuckMs).unref();

  const connect = (path: string, request: IncomingMessage, socket: Duplex, head: Buffer, refuse: Refuse): void => {
    const send = base.startsWith('https:') ? requestHttps : requestHttp;
    const headers = Object.assign(pick(request.headers), {
      connection: 'Upgrade',
      upgrade: 'websocket',
      // LiveKit's log tells its clients apart by this.
      'x-forwarded-for': request.headers[clientAddressHeader],
    });
    const upstream = send(base + path, { headers, agent: false, timeout: patience.answerMs });
    upstream.on('upgrade', (response, livekit: Socket, first: Buffer) => {
      livekit.setTimeout(0);
      livekit.unshift(first);
      socket.unshift(head);
      const agreed = Object.assign({ connection: 'Upgrade', upgrade: 'websocket' }, pick(response.headers));
      const lines = Object.entries(agreed).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      const link = new SignalLink({ client: socket, livekit });
      links.add(link);
      void link.carry().finally(() => links.delete(link));
    });
    upstream.on('response', (response) => {
      upstream.destroy();
      refuse(response.statusCode ?? 502, texts.refused);
    });
    upstream.on('timeout', () => upstream.destroy(new Error(`LiveKit has not answered for ${patience.answerMs} ms`)));
    upstream.on('error', (error) => {
      if (socket.destroyed) return;
      log.warn({ err: error }, 'livekit: no answer');
      refuse(502, texts.away);
    });
    upstream.end();
  };

  return {
    upgrade(request, socket, head, refuse) {
      // Node has removed its own listeners; without one an error would end the process.
      socket.on('error', () => socket.destroy());
      if ('setTimeout' in socket) (socket as Socket).setTimeout(patience.idleMs, () => socket.destroy());
      const path = joinPath(request.url ?? '');
      if (path === null || request.method !== 'GET') return refuse(404, texts.nothing);
      const network = networkOf(request.headers[clientAddressHeader]?.toString() ?? '');
      if (places.isFull) return refuse(503, texts.full);
      if (!places.take(network)) return refuse(429, texts.networkFull);
      socket.once('close', () => places.free(network));
      const open = async (): Promise<void> => {
        const token = tokenOf(request, path);
        const isWorthIt = await mayJoin(token);
        if (socket.destroyed) return;
        if (!isWorthIt) return refuse(401, texts.token);
        if ((await countUse(tokenLimit, token)) !== null) return refuse(429, texts.tooOften);
        if ((await countUse(networkLimit, network)) !== null) return refuse(429, texts.networkFull);
        connect(path, request, socket, head, (status, text) => {
          void tokenLimit.reward(token);
          refuse(status, text);
        });
      };
      open().catch((error: unknown) => {
        log.error({ err: error }, 'livekit: a connection could not be opened');
        refuse(500, texts.away);
      });
    },

    async answer(request, response) {
      const path = validatePath(request.url ?? '');
      if (path === null) return say(response, 404, texts.nothing);
      if (!(await mayJoin(tokenOf(request, path)))) return say(response, 401, texts.token);
      try {
        const signal = AbortSignal.timeout(patience.answerMs);
        const { authorization } = request.headers;
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        const answer = await fetch(base + path, { headers, signal, redirect: 'manual' });
        say(response, answer.status, await answer.text());
      } catch (error) {
        log.warn({ err: error }, 'livekit: no answer');
        say(response, 502, texts.away);
      }
    },

    close() {
      clearInterval(stuckCheck);
      for (const link of links) link.end();
    },
  };
}

/** The room token, from where LiveKit reads it: browsers can only put it into the address. */
function tokenOf({ headers }: IncomingMessage, path: string): string {
  if (headers.authorization !== undefined) return headers.authorization.replace(/^Bearer /, '');
  return new URL(path, 'http://livekit').searchParams.get('access_token') ?? '';
}

const pick = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(handshakeHeaders.map((name) => [name, headers[name]]).filter(([, value]) => value !== undefined));

/**
 * Other hosts' pages may ask, as LiveKit itself allows: only the token opens a room, and no browser adds it by itself.
 */
function say(response: ServerResponse, status: number, text: string): void {
  response.setHeader('access-control-allow-origin', '*');
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
