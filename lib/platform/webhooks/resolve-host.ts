import { lookup, Resolver } from 'node:dns/promises';

/**
 * All IP addresses of a host name in the DNS. This resolver blocks no thread, so that one slow name server does not
 * hold up anything else.
 * @throws Error with a `code` when there is none
 */
export async function resolvePublicHost(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}

/** The same through the operating system, which also knows the names of this machine and its network. */
export async function resolveAnyHost(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
