import { isIP } from 'node:net';
import { type DestinationKindName, destinationKinds } from '@/lib/contracts/destination-kinds';
import { AppError } from '@/lib/core/errors';
import { mayPullFrom } from '@/lib/core/pull-networks';
import { hostOf } from '@/lib/core/url-host';
import { pullNetworksFor } from '@/lib/platform/env/pull-env';

const schemes = { rtmp: ['rtmp:', 'rtmps:'], srt: ['srt:'], whip: ['https:', 'http:'] } as const;

/**
 * The address of a destination, checked as far as its text tells. Where a name leads, the camera's worker checks at each
 * attempt.
 * @throws AppError `invalid_input` for no address, and for one in a network that the organization may not send to
 */
export function destinationAddress(kind: DestinationKindName, text: string | undefined, isOperators: boolean): string {
  const { protocol, address } = destinationKinds[kind];
  const given = text || address;
  if (!given) throw invalid('Enter the server’s address.');
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !schemes[protocol].some((scheme) => scheme === url.protocol)) {
    throw invalid(`The address must begin with ${schemes[protocol].map((scheme) => `${scheme}//`).join(' or ')}.`);
  }
  if (url.hostname === '') throw invalid('The address names no server.');
  if (url.username !== '' || url.password !== '')
    throw invalid('Leave out user name and password: enter a key instead.');
  if (protocol === 'srt') {
    if (url.port === '') throw invalid('The address needs a port, such as srt://203.0.113.7:9000.');
    if (url.search !== '')
      throw invalid('Leave out what follows the question mark: stream id and passphrase have fields.');
  }
  const host = hostOf(url);
  if (isIP(host) !== 0 && !mayPullFrom(host, pullNetworksFor(isOperators))) {
    throw invalid('This address is in a network that your organization may not send to. Enter one on the internet.');
  }
  return given;
}

const invalid = (message: string) =>
  new AppError('invalid_input', message, { details: { 'destination.address': [message] } });
