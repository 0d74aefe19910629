import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** Private networks, by ipaddr.js's names for IANA's registries. */
const privateRanges = ['private', 'uniqueLocal', 'loopback', 'carrierGradeNat'];

/** Azure's metadata server: a public address that reveals a virtual machine's secrets, on any port. */
const publicMetadataAddresses = ['168.63.129.16'];

/**
 * Whether an address is a global one; ipaddr.js also calls IPv6 addresses unicast that were never assigned (RFC 4291,
 * 2.4), such as ::127.0.0.1.
 */
const isGlobal = (address: IPv4 | IPv6): boolean =>
  address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3'));

/**
 * Whether we may send to an IP address: one on the internet or, with `allowPrivate`, on a private network. Never an
 * unrouted one, such as a cloud's link-local metadata address. An IPv6 address that stands for an IPv4 address counts
 * as that.
 */
export function isAllowedAddress(address: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (publicMetadataAddresses.includes(parsed.toString())) return false;
  const range = parsed.range();
  return (range === 'unicast' && isGlobal(parsed)) || (allowPrivate && privateRanges.includes(range));
}
