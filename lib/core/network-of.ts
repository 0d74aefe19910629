import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network that limits count as one caller. That is an IPv4 address, or the /56 of an IPv6 address, which a provider
 * gives to one household (RFC 6177).
 * @param address an IP address; any other text is returned as it is
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (!groups) return plainAddress(address);
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  return `${hex(a)}:${hex(b)}:${hex(c)}:${hex(d & 0xff00)}::/56`;
}

/** The /48 of an IPv6 address, the largest network that a provider gives to one site; null for any other address. */
export function siteOf(address: string): string | null {
  const groups = groupsOf(address);
  if (!groups) return null;
  const [a = 0, b = 0, c = 0] = groups;
  return `${hex(a)}:${hex(b)}:${hex(c)}::/48`;
}

const hex = (group: number): string => group.toString(16);

/** An address without the `::ffff:` of a socket for both families, which writes IPv4 addresses as ones of IPv6. */
export const plainAddress = (address: string): string =>
  /^::ffff:[\d.]+$/i.test(address) ? address.slice('::ffff:'.length) : address;

/** The groups of an IPv6 address; null for any other. */
function groupsOf(address: string): number[] | null {
  const plain = plainAddress(address);
  return isIPv6(plain) ? ipaddr.IPv6.parse(plain).parts : null;
}
