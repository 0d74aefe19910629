import { isIP } from 'node:net';
import { hostOf } from '@/lib/core/url-host';
import { isAllowedAddress } from './is-allowed-address';

const minPort = 1024;

export const privateAddressSentence = 'This address is not on the internet, so nothing is sent there.';

/**
 * Checks a webhook's address, as far as its text tells; each delivery checks where the name leads.
 * @returns one sentence for the user; null when nothing is wrong
 */
export function refusalOfUrl(url: URL, allowPrivate: boolean): string | null {
  if (isIP(hostOf(url)) !== 0 && !isAllowedAddress(hostOf(url), allowPrivate)) return privateAddressSentence;
  if (allowPrivate) return null;
  if (url.protocol !== 'https:') return 'The address must begin with https://.';
  if (url.port !== '' && Number(url.port) < minPort) return 'The port must be 443, or 1024 or above.';
  return null;
}
