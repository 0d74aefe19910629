import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type PullAddress, pullAddressSentences, readPullAddress } from '@/lib/contracts/pull-address';
import { urlHost } from '@/lib/core/url-host';
import { pinnedAddresses, pinnedLookup } from '@/lib/platform/pinned-host';
import { PullError } from './pull-error';
import { type PullAttempt, silenceTimeoutMs } from './pull-reader';

const maxRedirects = 3;
const syncByte = 0x47;
const faultByStatus: Readonly<Record<number, 'unauthorized' | 'not_found'>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  410: 'not_found',
};

/** Reads MPEG-TS by HTTP. Each redirect is checked as the first address was, and takes user and password along on one host. */
export async function readHttp(attempt: PullAttempt): Promise<void> {
  const response = await followRedirects(attempt);
  const status = response.statusCode ?? 0;
  try {
    if (status !== 200) throw new PullError(faultByStatus[status] ?? 'refused');
    let isFirst = true;
    for await (const bytes of response as AsyncIterable<Buffer>) {
      if (isFirst && bytes[0] !== syncByte) throw new PullError('no_media');
      isFirst = false;
      attempt.onBytes(bytes);
    }
  } catch (cause) {
    throw cause instanceof PullError ? cause : new PullError('ended', { cause });
  } finally {
    response.destroy();
  }
}

async function followRedirects(attempt: PullAttempt): Promise<IncomingMessage> {
  let { address } = attempt;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await open(address, attempt);
    const { statusCode: status = 0, headers } = response;
    if (status < 300 || status >= 400 || headers.location === undefined) return response;
    response.destroy();
    address = redirected(address, headers.location);
  }
  throw new PullError('refused');
}

async function open(address: PullAddress, { rights, signal }: PullAttempt): Promise<IncomingMessage> {
  const { host, port, username, password } = address;
  const lookup = pinnedLookup(await pinnedAddresses(host, port, rights));
  const auth = username === '' ? undefined : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const send = address.scheme === 'https' ? httpsRequest : httpRequest;
  // Without an agent, no connection is kept or shared.
  const request = send(urlOf(address), { agent: false, lookup, signal, auth, timeout: silenceTimeoutMs });
  request.once('timeout', () => request.destroy(new Error('nothing arrived in time')));
  request.end();
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  } catch (cause) {
    throw new PullError('unreachable', { cause });
  }
}

const urlOf = ({ scheme, host, port, path, query }: PullAddress): string =>
  `${scheme}://${urlHost(host)}:${port}${path}${query.size > 0 ? `?${query}` : ''}`;

/** @throws PullError `no_media` for HLS, `refused` for an address that is none of HTTP */
function redirected(from: PullAddress, location: string): PullAddress {
  const target = URL.canParse(location, urlOf(from)) ? new URL(location, urlOf(from)).href : '';
  const to = readPullAddress(target);
  if (to === pullAddressSentences.hls) throw new PullError('no_media');
  if (typeof to === 'string' || !to.scheme.startsWith('http')) throw new PullError('refused');
  const isSameHost = to.host === from.host && to.port === from.port && to.scheme === from.scheme;
  return isSameHost ? { ...to, username: from.username, password: from.password } : to;
}
