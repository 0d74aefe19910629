import type { IncomingMessage } from 'node:http';

/**
 * The IP address that a request came from. Each proxy appends the address that called it to X-Forwarded-For; entries
 * further left may be forged.
 * @param trustedProxyCount how many proxies, one behind the other, stand in front of this server
 * @returns the empty string where the connection is already gone
 */
export function findClientAddress({ headers, socket }: IncomingMessage, trustedProxyCount: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().flatMap((value) => value.split(','));
  const addresses = [...forwarded.map((address) => address.trim()), socket.remoteAddress ?? ''];
  return addresses.at(-1 - trustedProxyCount) ?? addresses.at(0) ?? '';
}
