import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { HostRights } from '@/lib/core/pull-networks';
import { readLimited } from '@/lib/core/read-limited';
import { hostOf } from '@/lib/core/url-host';
import { followRedirects, httpPort, pinnedRequest } from '@/lib/platform/pinned-request';
import { DestinationFault } from './destination-fault';
import { addressesToCall, connectionFault } from './open-socket';

/** A server may gather its own addresses before it answers. */
const answerTimeoutMs = 8_000;
const maxBodyBytes = 64 * 1024;

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
  const { response, address: url } = await followRedirects(
    address,
    (to) => send(to, { ...call, token: to.origin === address.origin ? call.token : null }, rights, signal),
    located,
  );
  const { statusCode: status = 0, headers } = response;
  const body = await readBody(response);
  if (status < 200 || status >= 300) {
    throw new DestinationFault(faultByStatus[status] ?? 'failed', `${status} ${wordsOf(response, body)}`);
  }
  if (call.sdp !== null && !body.startsWith('v=0')) throw new DestinationFault('not_rtmp');
  return { sdp: body, location: located(url, headers.location) };
}

/** The address that a location of HTTP names; null for any other. */
function located(from: URL, location = ''): URL | null {
  const url = location !== '' && URL.canParse(location, from) ? new URL(location, from) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

async function send(url: URL, { method, token, sdp }: WhipCall, rights: HostRights, signal: AbortSignal) {
  const addresses = await addressesToCall(hostOf(url), httpPort(url), rights);
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(sdp !== null && { 'content-type': 'application/sdp', accept: 'application/sdp' }),
    'content-length': Buffer.byteLength(sdp ?? ''),
    'user-agent': 'Sightline',
  };
  let isConnected = false;
  const onConnect = () => {
    isConnected = true;
  };
  try {
    return await pinnedRequest(url, addresses, { method, headers, signal, body: sdp ?? '', onConnect });
  } catch (error) {
    throw signal.aborted && isConnected ? noAnswer() : callFault(error);
  }
}

const noAnswer = () => new DestinationFault('no_answer');

/** Node's parser names what is no HTTP by codes of its own. */
const callFault = (error: unknown): DestinationFault =>
  error instanceof Error && 'code' in error && /^(HPE_|EPROTO)/.test(String(error.code))
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
