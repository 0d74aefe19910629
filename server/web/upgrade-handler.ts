import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerSocket } from './answer-socket';
import { isForCable } from './cable/handshake';
import type { Cable } from './cable/open-cable';
import type { LivekitProxy } from './livekit/livekit-proxy';
import { isForLivekit } from './livekit/signal-path';
import { readRequestTarget } from './requests/request-target';
import { securityHeaders } from './requests/security-headers';
import { replaceForwardedHeaders, type TrustedProxies } from './trusted-proxies';

type HandleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface Options {
  server: Server;
  proxies: TrustedProxies;
  cable: Pick<Cable, 'upgrade'>;
  livekit: Pick<LivekitProxy, 'upgrade'>;
  /** Next's handler, in development only: its server has its own websocket. */
  handleWithNext: ((request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>) | null;
}

/**
 * Answers upgrade requests for /cable, LiveKit and Next's development server; it refuses all other websockets. An offer
 * of another protocol, such as the HTTP/2 of `curl --http2`, is ignored, and the request gets its usual answer.
 */
export function upgradeHandler({ server, proxies, cable, livekit, handleWithNext }: Options): HandleUpgrade {
  return (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return readAnew(server, request, socket, head);
    if (!readRequestTarget(request)) return answerSocket(socket, 400, securityHeaders(null));
    const caller = proxies.caller(request);
    replaceForwardedHeaders(request, caller);
    const refuse = (status: number, text?: string) => answerSocket(socket, status, securityHeaders(caller), text);
    if (isForCable(request.url ?? '')) cable.upgrade(request, socket, head, refuse);
    else if (isForLivekit(request.url ?? '')) livekit.upgrade(request, socket, head, refuse);
    else if (handleWithNext) void handleWithNext(request, socket, head);
    else refuse(404);
  };
}

/** The headers that offer another protocol. */
const offerHeaders = ['connection', 'upgrade', 'http2-settings'];

/** Makes the server read a request again without its offer, including its body and the bytes behind it. */
function readAnew(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!offerHeaders.includes(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
