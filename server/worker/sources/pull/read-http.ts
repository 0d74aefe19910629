import type { IncomingMessage } from 'node:http';
import { type PullAddress, pullAddressSentences, readPullAddress } from '@/lib/contracts/pull-address';
import { urlHost } from '@/lib/core/url-host';
import { pinnedAddresses } from '@/lib/platform/pinned-host';
import { followRedirects, pinnedRequest } from '@/lib/platform/pinned-request';
import { PullError } from './pull-error';
import { type PullAttempt, silenceTimeoutMs } from './pull-reader';

const syncByte = 0x47;
const faultByStatus: Readonly<Record<number, 'unauthorized' | 'not_found'>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  410: 'not_found',
};

/** Reads MPEG-TS by HTTP. Each redirect is checked as the first address was, and takes user and password along on one host. */
export async function readHttp(attempt: PullAttempt): Promise<void> {
  const { response } = await followRedirects(attempt.address, (address) => open(address, attempt), redirected);
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

async function open(address: PullAddress, { rights, signal }: PullAttempt): Promise<IncomingMessage> {
  const { host, port, username, password } = address;
  const addresses = await pinnedAddresses(host, port, rights);
  const auth = username === '' ? undefined : `${decoded(username)}:${decoded(password)}`;
  try {
    return await pinnedRequest(new URL(urlOf(address)), addresses, { signal, auth, timeout: silenceTimeoutMs });
  } catch (cause) {
    throw new PullError('unreachable', { cause });
  }
}

/** Decodes a text that a person has typed; one with a bare % stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const urlOf = ({ scheme, host, port, path, search }: PullAddress): string =>
  `${scheme}://${urlHost(host)}:${port}${path}${search}`;

/** @returns null for an address that is none of HTTP. @throws PullError for HLS */
function redirected(from: PullAddress, location: string): PullAddress | null {
  const target = URL.canParse(location, urlOf(from)) ? new URL(location, urlOf(from)).href : '';
  const to = readPullAddress(target);
  if (to === pullAddressSentences.hls) throw new PullError('no_media');
  if (typeof to === 'string' || !to.scheme.startsWith('http')) return null;
  const isSameHost = to.host === from.host && to.port === from.port && to.scheme === from.scheme;
  return isSameHost ? { ...to, username: from.username, password: from.password } : to;
}
