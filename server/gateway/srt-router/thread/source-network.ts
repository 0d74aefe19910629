const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const ipv6Groups = 8;
const networkGroups = 4;

/**
 * Who is behind a source address, for limits: an IPv4 address, or the /64 of an IPv6 address, in which one subscriber
 * has every address.
 * @param address as node:dgram shows it
 */
export function sourceNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = mappedIpv4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = null] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === null || tail === '' ? [] : tail.split(':');
  const zeros = tail === null ? 0 : Math.max(0, ipv6Groups - start.length - end.length);
  return [...start, ...Array<string>(zeros).fill('0'), ...end].slice(0, networkGroups).join(':');
}
