import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** Networks of one's own, by the names that ipaddr.js gives the registries of IANA. */
const privateRanges = ['private', 'uniqueLocal', 'loopback', 'carrierGradeNat'];

/** Azure's server for virtual machines: a public address that answers with their secrets, on any port. */
const publicMetadataAddresses = ['168.63.129.16'];

/** Of IPv6 addresses, ipaddr.js also calls unicast what was never given out (RFC 4291, 2.4), such as ::127.0.0.1. */
const isGlobal = (address: IPv4 | IPv6): boolean =>
  address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3'));

/**
 * Whether something may be sent to an IP address: one of the internet, or, with `allowPrivate`, of a network of one's
 * own. Never one that no network routes, such as the link-local address of a cloud's metadata. An IPv6 address that
 * stands for an IPv4 address counts as that.
 */
export function isAllowedAddress(address: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (publicMetadataAddresses.includes(parsed.toString())) return false;
  const range = parsed.range();
  return (range === 'unicast' && isGlobal(parsed)) || (allowPrivate && privateRanges.includes(range));
}
