import { request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { HostRights } from '@/lib/core/pull-networks';
import { readLimited } from '@/lib/core/read-limited';
import { hostOf } from '@/lib/core/url-host';
import { pinnedLookup } from '@/lib/platform/pinned-host';
import { DestinationFault } from './destination-fault';
import { addressesToCall, connectionFault } from './open-socket';

/** A server may gather its own addresses before it answers. */
const answerTimeoutMs = 8_000;
const maxBodyBytes = 64 * 1024;
const maxRedirects = 3;
const redirects = new Set([301, 302, 307, 308]);

/** Statuses that no other attempt with the same address and token changes. */
const faultByStatus: Readonly<Record<number, 'unauthorized' | 'not_found' | 'refused'>> = {
  400: 'refused',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  405: 'not_found',
  406: 'refused',
  410: 'not_found',
  415: 'refused',
  422: 'refused',
};

export interface WhipCall {
  method: 'POST' | 'DELETE';
  /** The bearer token, which goes to the origin of the first address alone. */
  token: string | null;
  /** The offer; null without one. */
  sdp: string | null;
}

export interface WhipAnswer {
  sdp: string;
  /** Where the publication is ended; null where the server names none. */
  location: URL | null;
}

/**
 * Calls a WHIP server (RFC 9725). Each redirect is checked as the first address was.
 * @throws DestinationFault
 */
export async function callWhip(address: URL, call: WhipCall, rights: HostRights): Promise<WhipAnswer> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  let url = address;
  for (let count = 0; ; count++) {
    const token = url.origin === address.origin ? call.token : null;
    const response = await send(url, { ...call, token }, rights, signal);
    const { statusCode: status = 0, headers } = response;
    const location = headers.location && URL.canParse(headers.location, url) ? new URL(headers.location, url) : null;
    if (redirects.has(status) && location && isHttp(location) && count < maxRedirects) {
      response.destroy();
      url = location;
      continue;
    }
    const body = await readBody(response);
    if (status < 200 || status >= 300) {
      throw new DestinationFault(faultByStatus[status] ?? 'failed', `${status} ${wordsOf(response, body)}`);
    }
    if (call.sdp !== null && !body.startsWith('v=0')) throw new DestinationFault('not_rtmp');
    return { sdp: body, location: location && isHttp(location) ? location : null };
  }
}

const isHttp = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

async function send(url: URL, { method, token, sdp }: WhipCall, rights: HostRights, signal: AbortSignal) {
  const isTls = url.protocol === 'https:';
  const addresses = await addressesToCall(hostOf(url), Number(url.port) || (isTls ? 443 : 80), rights);
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(sdp !== null && { 'content-type': 'application/sdp', accept: 'application/sdp' }),
    'content-length': Buffer.byteLength(sdp ?? ''),
    'user-agent': 'Sightline',
  };
  return new Promise<IncomingMessage>((done, fail) => {
    let isConnected = false;
    // Without an agent, no connection is kept or shared.
    const options = { method, headers, agent: false, lookup: pinnedLookup(addresses), signal };
    const request = (isTls ? httpsRequest : httpRequest)(url, options, done);
    request.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true;
      }),
    );
    request.once('error', (error) => fail(signal.aborted && isConnected ? noAnswer() : callFault(error)));
    request.end(sdp ?? '');
  });
}

const noAnswer = () => new DestinationFault('no_answer');

/** Node's parser names what is no HTTP by codes of its own. */
const callFault = (error: Error): DestinationFault =>
  'code' in error && /^(HPE_|EPROTO)/.test(String(error.code))
    ? new DestinationFault('not_rtmp')
    : connectionFault(error);

async function readBody(response: IncomingMessage): Promise<string> {
  try {
    return (await readLimited(response, maxBodyBytes))?.toString() ?? '';
  } catch {
    throw noAnswer();
  }
}

/** The server's words where it has some for people; else those of the status. */
function wordsOf({ statusCode = 0, headers }: IncomingMessage, body: string): string {
  const [first = ''] = body.split('\n');
  const isText = headers['content-type']?.startsWith('text/plain') && first.trim() !== '';
  return isText ? first.trim() : (STATUS_CODES[statusCode] ?? '');
}
