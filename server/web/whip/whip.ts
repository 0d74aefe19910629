import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError, statusByCode } from '@/lib/core/errors';
import { networkOf } from '@/lib/core/network-of';
import { readLimited } from '@/lib/core/read-limited';
import { clientAddressHeader } from '@/lib/http/client-address';
import { mintPhoneToken } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import { findWhipCamera, noteSender, type WhipCamera } from '@/lib/use-cases/phones/whip-camera';
import { countUse } from '../count-use';
import { h264Offer } from './h264-offer';
import { type HighestLayer, highestLayer } from './highest-layer';
import { type WhipTarget, whipLocation, whipTarget } from './whip-path';

const livekitPath = '/whip/v1';
/** LiveKit gathers its own addresses to the end, which takes seconds where a STUN server of its settings does not answer. */
const answerMs = 20_000;
/** An offer of a browser with every codec has about 10 kB. */
const maxBodyBytes = 64 * 1024;
/** Requests of one network: a publication takes one, and a few for ICE. */
const requests = { points: 120, duration: 60 };
/** Keys of one network that open nothing; a key has 192 random bits. */
const guesses = { points: 20, duration: 60 };
/** Publications of one camera. Each replaces the one before. */
const publications = { points: 6, duration: 10 };
/** The headers of LiveKit's answers that a WHIP client needs. The body's length is set again. */
const passedHeaders = ['content-type', 'etag', 'link', 'accept-patch'];
/** The headers that a page of a listed host may send and read, beyond those that every page may. */
const pageHeaders = {
  'access-control-allow-headers': 'authorization, content-type, if-match',
  'access-control-expose-headers': 'accept-patch, etag, link, location, retry-after',
  'access-control-max-age': '86400',
};

/** A media type is the same in capitals, and may have parameters (RFC 9110, 8.3.1). */
const isSdp = /^\s*application\/sdp\s*(?:;|$)/i;

const methodsOf = ({ participantId }: WhipTarget): string[] =>
  participantId === null ? ['OPTIONS', 'POST'] : ['DELETE', 'OPTIONS', 'PATCH'];

const texts = {
  nothing: 'There is nothing at this address.',
  unknown: 'No camera has this key. Copy the WHIP address from the connection details.',
  noKey: 'Put the camera’s key at the end of the address, or into the field Bearer Token.',
  off: 'This camera is off. Switch it on, then send again.',
  tooOften: 'Too many requests from your network. Try again in a few seconds.',
  publishesTooOften: 'This camera was sent anew too often. Try again in a few seconds.',
  tooLong: 'The offer is too long.',
  codec: 'Choose H.264 as the codec in the encoder, then send again. No other video can be shown here.',
  type: 'An offer needs the content type application/sdp.',
  away: 'The media server does not answer. Try again in a few seconds.',
};

/** Passes WHIP (RFC 9725) on to LiveKit, for phone cameras alone. */
export interface Whip {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface Options {
  /** LiveKit's address for this process: ws:// or wss:// */
  url: string;
  /** Pages of other hosts that may publish; encoders send no origin. */
  allowedOrigins: string[];
}

interface Forwarded {
  answer: Response;
  /** Puts LiveKit's answer into the words of the client's offer. */
  toClient: HighestLayer['toClient'];
}

/** Opens WHIP's side of the web server. */
export function openWhip({ url, allowedOrigins }: Options): Whip {
  const base = url.replace(/^ws/, 'http').replace(/\/+$/, '');
  const requestLimit = new RateLimiterMemory(requests);
  const guessLimit = new RateLimiterMemory(guesses);
  const publicationLimit = new RateLimiterMemory(publications);

  /** @throws AppError for a caller who may not */
  const findCamera = async ({ streamKey, participantId }: WhipTarget, network: string): Promise<WhipCamera> => {
    const [guessed, asked] = [await guessLimit.get(network), await countUse(requestLimit, network)];
    if (asked !== null) throw new AppError('too_many_requests', texts.tooOften, { retryAfterSeconds: asked });
    if (guessed && guessed.consumedPoints >= guesses.points) {
      const retryAfterSeconds = Math.ceil(guessed.msBeforeNext / 1000);
      throw new AppError('too_many_requests', texts.tooOften, { retryAfterSeconds });
    }
    if (streamKey === null) throw new AppError('unauthorized', texts.noKey);
    const camera = await findWhipCamera(streamKey);
    if (!camera) {
      await countUse(guessLimit, network);
      throw new AppError('not_found', texts.unknown);
    }
    if (participantId !== null) return camera;
    if (!camera.isOn) throw new AppError('conflict', texts.off);
    const published = await countUse(publicationLimit, camera.streamId);
    if (published === null) return camera;
    throw new AppError('too_many_requests', texts.publishesTooOften, { retryAfterSeconds: published });
  };

  /** Lets a page of a listed host send this request and read its answer (CORS). */
  const admitPage = (origin: string | undefined, response: ServerResponse): void => {
    if (allowedOrigins.length > 0) response.setHeader('vary', 'origin');
    if (origin === undefined || !allowedOrigins.includes(origin)) return;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-methods', 'POST, PATCH, DELETE');
    response.setHeaders(new Map(Object.entries(pageHeaders)));
  };

  const forward = async (request: IncomingMessage, target: WhipTarget, camera: WhipCamera): Promise<Forwarded> => {
    const body = await readLimited(request.iterator({ destroyOnReturn: false }), maxBodyBytes);
    if (body === null) throw new AppError('payload_too_large', texts.tooLong);
    const isOffer = target.participantId === null;
    const taken = isOffer ? h264Offer(body.toString()) : body.toString();
    if (taken === null) throw new AppError('invalid_input', texts.codec);
    const { offer: sent, toClient } = highestLayer(taken);
    const { 'content-type': contentType, 'if-match': ifMatch } = request.headers;
    const headers: Record<string, string> = {
      authorization: `Bearer ${mintPhoneToken(camera.eventId, camera.streamId)}`,
    };
    // LiveKit takes the bare type alone.
    if (contentType !== undefined) headers['content-type'] = isSdp.test(contentType) ? 'application/sdp' : contentType;
    if (ifMatch !== undefined) headers['if-match'] = ifMatch;
    const path = isOffer ? livekitPath : `${livekitPath}/${target.participantId}`;
    try {
      const answer = await fetch(base + path, {
        method: request.method ?? 'POST',
        headers,
        body: sent === '' ? null : sent,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      });
      return { answer, toClient };
    } catch (cause) {
      log.warn({ err: cause }, 'whip: no answer of LiveKit');
      throw new AppError('unavailable', texts.away, { cause, retryAfterSeconds: 1 });
    }
  };

  return {
    async answer(request, response) {
      admitPage(request.headers.origin, response);
      const target = whipTarget(request.url ?? '', request.headers.authorization);
      if (!target) return say(response, 404, texts.nothing);
      const methods = methodsOf(target);
      response.setHeader('allow', methods.join(', '));
      if (target.participantId === null) response.setHeader('accept-post', 'application/sdp');
      const { method = '' } = request;
      if (!methods.includes(method)) return say(response, 405, texts.nothing);
      if (method === 'OPTIONS') return void response.writeHead(204).end();
      if (method === 'POST' && !isSdp.test(request.headers['content-type'] ?? '')) {
        return say(response, 415, texts.type);
      }
      try {
        const network = networkOf(request.headers[clientAddressHeader]?.toString() ?? '');
        const camera = await findCamera(target, network);
        const forwarded = await forward(request, target, camera);
        const isPublished = forwarded.answer.ok && target.participantId === null;
        if (isPublished) await noteSender(camera.streamId, request.headers['user-agent']);
        await pass(forwarded, request.url ?? '', response);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'unauthorized') response.setHeader('www-authenticate', 'Bearer');
        if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
        // The rest of a body that is too long is not read.
        if (error.code === 'payload_too_large') response.setHeader('connection', 'close');
        say(response, statusByCode[error.code], error.message);
      }
    },
  };
}

/** Hands LiveKit's answer on, with the publication's address on this server. */
async function pass({ answer, toClient }: Forwarded, target: string, response: ServerResponse): Promise<void> {
  const body = toClient(udpFirst(await answer.text()));
  for (const name of passedHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  const participantId = /\/(PA_\w+)$/.exec(answer.headers.get('location') ?? '')?.[1];
  if (participantId !== undefined) response.setHeader('location', whipLocation(target, participantId));
  response.writeHead(answer.status).end(body);
}

/** Puts the candidates of UDP before those of TCP: ffmpeg gives up at an answer whose first one is of TCP. */
function udpFirst(sdp: string): string {
  const candidates = sdp.match(/^a=candidate:.*$/gm) ?? [];
  const isTcp = (candidate: string) => / tcp /i.test(candidate);
  const sorted = candidates.toSorted((one, other) => Number(isTcp(one)) - Number(isTcp(other)));
  return sdp.replace(/^a=candidate:.*$/gm, () => sorted.shift() ?? '');
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
