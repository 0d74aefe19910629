import { isIPv6 } from 'node:net';

/**
 * The network that limits count as one caller. That is an IPv4 address, or the /56 of an IPv6 address, which a provider
 * gives to one household (RFC 6177).
 * @param address an IP address; any other text is returned as it is
 */
export function networkOf(address: string): string {
  const groups = leadingGroups(address);
  if (!groups) return plain(address);
  const [a, b, c, d] = groups;
  return `${hex(a)}:${hex(b)}:${hex(c)}:${hex(d & 0xff00)}::/56`;
}

/** The /48 of an IPv6 address, the largest network that a provider gives to one site; null for any other address. */
export function siteOf(address: string): string | null {
  const groups = leadingGroups(address);
  if (!groups) return null;
  const [a, b, c] = groups;
  return `${hex(a)}:${hex(b)}:${hex(c)}::/48`;
}

const hex = (group: number): string => group.toString(16);

/** An IPv4 address that was written as one of IPv6. */
const plain = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;

/** The first half of an IPv6 address; null for any other. */
function leadingGroups(address: string): [number, number, number, number] | null {
  if (!isIPv6(plain(address))) return null;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  // An embedded IPv4 address stands for two groups.
  const known = before.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: Math.max(0, 8 - known) }, () => '0');
  const [a = 0, b = 0, c = 0, d = 0] = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
  return [a, b, c, d];
}
