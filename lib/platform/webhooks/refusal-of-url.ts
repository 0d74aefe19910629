import { isIP } from 'node:net';
import { mayPullFrom, type PullNetworks } from '@/lib/core/pull-networks';
import { hostOf } from '@/lib/core/url-host';

const minPort = 1024;

export const privateAddressSentence = 'This address is not on the internet, so nothing is sent there.';

/** The internet; with `allowPrivate`, also private networks and this machine. */
export const webhookNetworks = (allowPrivate: boolean): PullNetworks =>
  allowPrivate
    ? { reaches: ['public', 'private'], named: ['127.0.0.0/8', '::1/128'] }
    : { reaches: ['public'], named: [] };

/**
 * Checks a webhook's address, as far as its text tells; each delivery checks where the name leads.
 * @returns one sentence for the user; null when nothing is wrong
 */
export function refusalOfUrl(url: URL, allowPrivate: boolean): string | null {
  if (isIP(hostOf(url)) !== 0 && !mayPullFrom(hostOf(url), webhookNetworks(allowPrivate)))
    return privateAddressSentence;
  if (allowPrivate) return null;
  if (url.protocol !== 'https:') return 'The address must begin with https://.';
  if (url.port !== '' && Number(url.port) < minPort) return 'The port must be 443, or 1024 or above.';
  return null;
}
