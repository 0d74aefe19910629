import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { allowAt } from '@/lib/contracts/api/addresses';
import { answerSocket } from './answer-socket';
import { limitConnections } from './limit-connections';
import type { HandleRequest } from './request-handler';
import { securityHeaders } from './requests/security-headers';
import type { TrustedProxies } from './trusted-proxies';

/** Time limits for a client. */
export interface Patience {
  /** From the connection or a request's first byte until all headers are there. */
  headersMs: number;
  /** Until the body is there, too: at most 64 KiB, or 3 MiB with a floor plan. */
  requestMs: number;
  /** Without a byte in either direction, such as from a client that does not read its answer. */
  idleMs: number;
  /** Check interval of the first two. */
  checkMs: number;
}

const defaultPatience: Patience = { headersMs: 10_000, requestMs: 30_000, idleMs: 60_000, checkMs: 1_000 };

interface Options {
  handleRequest: HandleRequest;
  proxies: TrustedProxies;
  maxConnections: number;
  patience?: Patience;
}

/** Status codes for requests that Node could not read, by the codes of its errors. */
const statusByErrorCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** An HTTP server that withstands slow, broken and too many clients. It does not listen yet. */
export function openWebServer({ handleRequest, proxies, maxConnections, patience = defaultPatience }: Options): Server {
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
    },
    handleRequest,
  );
  server.timeout = patience.idleMs;
  limitConnections(server, { max: maxConnections, isProxy: (address) => proxies.includes(address) });
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = responses.get(socket);
    // Nothing can be sent to a client that is gone, or in the middle of an answer.
    if (!socket.writable || (response?.headersSent && !response.writableFinished)) socket.destroy();
    else answerSocket(socket, statusByErrorCode[error.code ?? ''] ?? 400, securityHeaders(null));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    answerSocket(socket, 405, Object.assign(securityHeaders(null), { allow: allowAt('/') }));
  });
  return server;
}
