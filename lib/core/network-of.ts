import { isIPv6 } from 'node:net';

/**
 * The network that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has
 * to itself (RFC 6177).
 * @param address an IP address; any other text is returned as it is
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  // An embedded IPv4 address stands for two groups.
  const known = before.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: Math.max(0, 8 - known) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
