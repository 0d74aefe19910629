import ipaddr from 'ipaddr.js';
import { addressReach } from './address-reach';

/** Where cameras may be pulled from. */
export interface PullNetworks {
  reaches: ('public' | 'private')[];
  /** Networks such as 10.0.0.0/8, besides those of `reaches`. */
  named: string[];
}

/** Where a program may connect to, of the addresses that people give. */
export interface HostRights {
  networks: PullNetworks;
  /** Services of this installation, which nobody may reach. */
  ownServices: { host: string; port: number }[];
  /** Whether other programs of this machine may be reached at its addresses; missing: only where its loopback network may. */
  reachesMachine?: boolean;
}

/** Metadata servers of clouds that have a private address: AWS by IPv6, and Alibaba. */
const privateMetadataAddresses = ['fd00:ec2::254', '100.100.100.200'];

/** Whether a text is a network, such as 10.0.0.0/8 or fd00::/8. */
export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text);

/**
 * Whether a camera may be pulled from an IP address. No network makes a link-local, multicast, unspecified or metadata
 * address a camera's, and loopback needs to be named.
 */
export function mayPullFrom(address: string, { reaches, named }: PullNetworks): boolean {
  const reach = addressReach(address);
  if (reach === 'never') return false;
  const parsed = ipaddr.process(address);
  if (privateMetadataAddresses.some((other) => ipaddr.parse(other).toString() === parsed.toString())) return false;
  if (reach !== 'loopback' && reaches.includes(reach)) return true;
  return named.some((network) => {
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === parsed.kind() && parsed.match(range);
  });
}
