import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorJson } from '@/lib/contracts/error-schema';
import { mediaLengthHeader } from '@/lib/http/media-response';
import { pageNonceHeader } from '@/lib/http/page-nonce';
import { log } from '@/lib/platform/log';
import { type AnswerScrape, metricsPath } from '@/lib/platform/prometheus/answer-scrape';
import type { LivekitProxy } from './livekit/livekit-proxy';
import { isForLivekit } from './livekit/signal-path';
import type { MediaTransfers } from './recordings/media-transfers';
import { bodyArrived } from './requests/body-arrived';
import { decodedLink } from './requests/decoded-link';
import { isProbe, isPublic, type PublicRequests } from './requests/public-requests';
import type { Refusal } from './requests/refuse-request';
import { readRequestTarget } from './requests/request-target';
import { type PageSecurity, securityHeaders } from './requests/security-headers';
import { type Caller, replaceForwardedHeaders, type TrustedProxies } from './trusted-proxies';
import type { Whip } from './whip/whip';
import { isForWhip } from './whip/whip-path';

export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;

/** Delay of a refusal, so that repeating a refused request at once makes no work. */
const refusalDelayMs = 1_000;
/** When a player that found no place is to ask again. */
const fullForSeconds = 5;

interface Options {
  proxies: TrustedProxies;
  /** Answers requests for the build's files; in development Next compiles them. */
  sendFile: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null;
  /** Answers Prometheus; null when nobody watches this process. */
  answerScrape: AnswerScrape | null;
  refuse: (request: IncomingMessage) => Refusal | null;
  publicRequests: PublicRequests;
  /** Those of load balancers, which are not limited. */
  probes: PublicRequests;
  transfers: MediaTransfers;
  secure: (caller: Caller, path: string) => PageSecurity;
  livekit: Pick<LivekitProxy, 'answer'>;
  whip: Whip;
  /** Next's handler for pages and API. */
  handleWithNext: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/**
 * Answers HTTP requests: first the build's files, malformed and forbidden requests, LiveKit's and WHIP's; then pages and API.
 * For those, verified facts about the caller replace the request's own claims. Every answer carries its security
 * headers.
 */
export function requestHandler(options: Options): HandleRequest {
  const { proxies, sendFile, answerScrape, refuse, secure, livekit, whip, handleWithNext } = options;
  const { publicRequests, probes, transfers } = options;

  const render = async (request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> => {
    if (isForLivekit(request.url ?? '')) return livekit.answer(request, response);
    if (!isBare(request.url ?? '')) {
      const { headers, nonce } = secure(caller, pathOf(request));
      response.setHeaders(new Map(Object.entries(headers)));
      request.headers[pageNonceHeader] = nonce;
      // Next reads the nonce for its own scripts from here.
      request.headers['content-security-policy'] = headers['content-security-policy'];
    }
    await handleWithNext(request, response);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> => {
    if (isForWhip(request.url ?? '')) return whip.answer(request, response);
    const refusal = refuse(request);
    if (refusal) return answer(response, refusal);
    if (answerScrape && request.url === metricsPath) return answerScrape(request, response);
    if (!isMedia(request.url ?? '')) return handleInTurn(request, response, caller);
    const begun = tellMediaLength(response);
    const send = () => handleInTurn(request, response, caller, begun);
    if (await transfers.send(request, response, caller.address, send)) return;
    refuseForNow(request, response, fullForSeconds);
  };
  /** @param begun settles once the answer's head is there: sending media is no work, and `transfers` limits it */
  const handleInTurn = async (
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    begun?: Promise<void>,
  ): Promise<void> => {
    if (!isPublic(request)) return render(request, response, caller);
    const requests = isProbe(request) ? probes : publicRequests;
    let rendered: Promise<void> | undefined;
    const renderInTurn = async () => {
      // A client that left while waiting needs no answer.
      if (response.destroyed) return;
      rendered = render(request, response, caller);
      await (begun ? Promise.race([rendered, begun]) : rendered);
    };
    const waitSeconds = await requests.answer(caller.address, renderInTurn, bodyArrived(request));
    // Sixteen cameras ask for parts all the time, with tokens that somebody was given.
    const hadMedia = begun !== undefined && response.statusCode < 300;
    if (waitSeconds === null && (hadMedia || !isPublic(request))) await requests.forgive(caller.address);
    await rendered;
    if (waitSeconds === null) return;
    await sleep(refusalDelayMs);
    refuseForNow(request, response, waitSeconds);
  };
  const handleOrFail = (request: IncomingMessage, response: ServerResponse, caller: Caller): void => {
    handle(request, response, caller).catch((error: unknown) => {
      log.error({ err: error }, 'web: a request failed');
      if (response.headersSent) response.destroy();
      else answer(response, { status: 500, text: 'Something went wrong on our side. Try again.' });
    });
  };

  return (request, response) => {
    for (const name of ['content-security-policy', 'content-security-policy-report-only', pageNonceHeader]) {
      delete request.headers[name];
    }
    const isSound = readRequestTarget(request);
    // Next fails at reversed ranges of its own files, which are small; a server may ignore them (RFC 9110, 14.2).
    if (!isMedia(request.url ?? '')) delete request.headers.range;
    const caller = isSound ? proxies.caller(request) : null;
    response.setHeaders(new Map(Object.entries(securityHeaders(caller))));
    if (!caller) return answer(response, { status: 400, text: 'This address is not spelled correctly.' });
    replaceForwardedHeaders(request, caller);
    const link = isRead(request) ? decodedLink(request.url ?? '') : null;
    if (link !== null) return leadTo(response, link);
    if (sendFile && isRead(request)) sendFile(request, response, () => handleOrFail(request, response, caller));
    else handleOrFail(request, response, caller);
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** Answers that are not pages: nothing in them runs, so their policy needs no nonce. */
const isBare = (url: string): boolean => /^\/(api\/|(health|ready)z(\?|$)|_next\/)/.test(url);

/** Files of recordings and exports, whose endpoints answer ranges. */
const isMedia = (url: string): boolean => /^\/(recordings|exports|shared)\/[\da-f-]{36}\//.test(url);

/**
 * Tells the client how long media are: browsers show how far a download has come where they know that.
 * @returns settles once the head of the answer is written
 */
function tellMediaLength(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.writeHead = new Proxy(response.writeHead, {
      apply(writeHead, self: ServerResponse, args) {
        resolve();
        const length = self.getHeader(mediaLengthHeader);
        self.removeHeader(mediaLengthHeader);
        if (length !== undefined) self.setHeader('content-length', length);
        return Reflect.apply(writeHead, self, args);
      },
    });
  });
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Sends a browser on to a link with a secret, which no cache keeps and no other page hears of. */
function leadTo(response: ServerResponse, link: string): void {
  response.writeHead(302, { location: link, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
}

function refuseForNow({ url = '' }: IncomingMessage, response: ServerResponse, waitSeconds: number): void {
  const message = 'Too many requests from your network. Try again in a few seconds.';
  response.setHeader('retry-after', waitSeconds);
  if (url.startsWith('/api/')) {
    const body: ErrorJson = { error: { message, code: 'too_many_requests' } };
    response.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } else answer(response, { status: 429, text: message });
}

function answer(response: ServerResponse, { status, text, allow }: Refusal): void {
  if (allow !== undefined) response.setHeader('allow', allow);
  // RFC 9110, 15.5.22.
  if (status === 426) response.setHeader('upgrade', 'websocket');
  if (text === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
