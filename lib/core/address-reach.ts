import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/**
 * From where an IP address is reached: `public` on the internet, `private` in a network of its owner's, `loopback` on this
 * machine alone, `never` for anything else.
 */
export type AddressReach = 'public' | 'private' | 'loopback' | 'never';

/** Networks of one's own, by ipaddr.js's names for IANA's registries. */
const reaches: Readonly<Record<string, AddressReach>> = {
  unicast: 'public',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  loopback: 'loopback',
};

/** Azure's metadata server: a public address that reveals a virtual machine's secrets, on any port. */
const publicMetadataAddresses = ['168.63.129.16'];

/**
 * Whether an address is a global one; ipaddr.js also calls IPv6 addresses unicast that were never assigned (RFC 4291,
 * 2.4), such as ::127.0.0.1.
 */
const isGlobal = (address: IPv4 | IPv6): boolean =>
  address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3'));

/** The reach of an IP address. An IPv6 address that stands for an IPv4 address counts as that. */
export function addressReach(address: string): AddressReach {
  if (!ipaddr.isValid(address)) return 'never';
  const parsed = ipaddr.process(address);
  if (publicMetadataAddresses.includes(parsed.toString())) return 'never';
  const reach = reaches[parsed.range()] ?? 'never';
  return reach === 'public' && !isGlobal(parsed) ? 'never' : reach;
}
