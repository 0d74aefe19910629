import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientAddressHeader } from '@/lib/http/client-address';
import type { Cable } from './cable/open-cable';
import { findClientAddress } from './client-address';
import { staticFiles } from './static-files';

type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;
type HandleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface RequestOptions {
  /** Next's handler of pages and API. */
  handleWithNext: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Whether the build's files are sent from here; in development Next compiles them. */
  sendsBuiltFiles: boolean;
  /** How many proxies, one behind the other, stand in front of this server. */
  trustedProxyCount: number;
}

/** Answers HTTP requests: the build's files, then pages and API, which get the client's address in a header. */
export function requestHandler({ handleWithNext, sendsBuiltFiles, trustedProxyCount }: RequestOptions): HandleRequest {
  const handle: HandleRequest = (request, response) => {
    if (isMalformedRequestTarget(request.url ?? '')) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('This address is not spelled correctly.\n');
      return;
    }
    request.headers[clientAddressHeader] = findClientAddress(request, trustedProxyCount);
    void handleWithNext(request, response);
  };
  if (!sendsBuiltFiles) return handle;
  const sendFile = staticFiles();
  return (request, response) => sendFile(request, response, () => handle(request, response));
}

/** Answers upgrade requests: /cable's, and otherwise those of Next's development server. */
export function upgradeHandler(
  cable: Cable,
  handleWithNext: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>,
): HandleUpgrade {
  return (request, socket, head) => {
    if (/^\/cable(\?|$)/.test(request.url ?? '')) cable.upgrade(request, socket, head);
    else void handleWithNext(request, socket, head);
  };
}

/** Whether a request target's percent-encoding is broken; Next would answer it with an internal error. */
export function isMalformedRequestTarget(url: string): boolean {
  const [path = ''] = url.split('?');
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}
