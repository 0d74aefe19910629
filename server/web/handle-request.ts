import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageNonceHeader } from '@/lib/http/page-nonce';
import { log } from '@/lib/platform/log';
import type { Refusal } from './refuse-request';
import { readRequestTarget } from './request-target';
import { type PageSecurity, securityHeaders } from './security-headers';
import { type Caller, replaceForwardedHeaders, type TrustedProxies } from './trusted-proxies';

export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;

interface Options {
  proxies: TrustedProxies;
  /** Answers requests for the build's files; in development Next compiles them. */
  sendFile: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null;
  refuse: (request: IncomingMessage) => Refusal | null;
  secure: (caller: Caller) => PageSecurity;
  /** Next's handler of pages and API. */
  handleWithNext: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/**
 * Answers HTTP requests: the build's files, what is malformed or not allowed, then pages and API. Those get what is known
 * of the caller in the place of what the request says, and every answer carries its security headers.
 */
export function requestHandler({ proxies, sendFile, refuse, secure, handleWithNext }: Options): HandleRequest {
  const handle = (request: IncomingMessage, response: ServerResponse, caller: Caller) => {
    const refusal = refuse(request);
    if (refusal) return answer(response, refusal);
    if (!isBare(request.url ?? '')) {
      const { headers, nonce } = secure(caller);
      response.setHeaders(new Map(Object.entries(headers)));
      request.headers[pageNonceHeader] = nonce;
      // Where Next looks for the nonce that its own scripts must carry.
      request.headers['content-security-policy'] = headers['content-security-policy'];
    }
    handleWithNext(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'web: a request failed');
      if (response.headersSent) response.destroy();
      else answer(response, { status: 500, text: 'Something went wrong on our side. Please try again.' });
    });
  };

  return (request, response) => {
    for (const name of ['content-security-policy', 'content-security-policy-report-only', pageNonceHeader]) {
      delete request.headers[name];
    }
    // Nothing here is large enough for ranges, which may be ignored (RFC 9110 section 14.2); Next fails at backward ones.
    delete request.headers.range;
    const isSound = readRequestTarget(request);
    const caller = isSound ? proxies.caller(request) : null;
    response.setHeaders(new Map(Object.entries(securityHeaders(caller))));
    if (!caller) return answer(response, { status: 400, text: 'This address is not spelled correctly.' });
    replaceForwardedHeaders(request, caller);
    if (sendFile && isRead(request)) sendFile(request, response, () => handle(request, response, caller));
    else handle(request, response, caller);
  };
}

/** Answers that are no pages: nothing in them runs, so their policy needs no nonce. */
const isBare = (url: string): boolean => /^\/(api\/|healthz(\?|$)|_next\/)/.test(url);

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function answer(response: ServerResponse, { status, text, allow }: Refusal): void {
  if (allow !== undefined) response.setHeader('allow', allow);
  if (text === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
