import type { IncomingMessage } from 'node:http';

/**
 * The IP address that a request came from. Each proxy adds the address that it was called from at the end of
 * X-Forwarded-For; what stands further left may be anybody's invention.
 * @param trustedProxyCount how many proxies, one behind the other, stand before this server
 * @returns the empty string where the connection is already gone
 */
export function findClientAddress({ headers, socket }: IncomingMessage, trustedProxyCount: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().flatMap((value) => value.split(','));
  const way = [...forwarded.map((address) => address.trim()), socket.remoteAddress ?? ''];
  return way.at(-1 - trustedProxyCount) ?? way.at(0) ?? '';
}
