import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { clientAddressHeader } from '@/lib/http/client-address';

/** Who sent a request, and how: the same facts whether or not proxies stand in front of this server. */
export interface Caller {
  /** The IP address; empty where the connection is already gone. */
  address: string;
  /** Host and port that the client asked for, as in the header Host; empty where HTTP/1.0 omits it. */
  host: string;
  /** Whether the client's connection is encrypted. */
  isSecure: boolean;
}

interface Options {
  /** How many proxies, one behind the other, stand in front of this server. */
  count: number;
  /** Addresses and networks, such as `10.0.0.0/8`, from which they connect. */
  addresses: string[];
}

/**
 * The proxies in front of this server. What X-Forwarded-For, -Host and -Proto say is believed only on connections that
 * come from them: anybody else can write these headers, too. Each proxy appends the address that called it to
 * X-Forwarded-For, so entries further left than the proxies are many may be forged.
 */
export class TrustedProxies {
  readonly #count: number;
  readonly #networks = new BlockList();

  constructor({ count, addresses }: Options) {
    this.#count = count;
    for (const entry of addresses) {
      const [network = '', prefix] = entry.split('/');
      const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
      this.#networks.addSubnet(network, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
    }
  }

  /** Whether connections from this address come from a proxy of ours. */
  includes(address: string): boolean {
    const family = isIP(address);
    return this.#count > 0 && family !== 0 && this.#networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  caller({ headers, socket }: IncomingMessage): Caller {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const host = headers.host ?? '';
    if (!this.includes(peer)) return { address: peer, host, isSecure: false };
    const addresses = [...listOf(headers, 'x-forwarded-for'), peer];
    const address = plainAddress(addresses.at(-1 - this.#count) ?? addresses.at(0) ?? '');
    return {
      address: isIP(address) ? address : peer,
      host: this.#forwarded(headers, 'x-forwarded-host') ?? host,
      isSecure: this.#forwarded(headers, 'x-forwarded-proto')?.toLowerCase() === 'https',
    };
  }

  /** What the outermost proxy says, whether the others replace the header, pass it on or append to it. */
  #forwarded(headers: IncomingHttpHeaders, name: string): string | undefined {
    const values = listOf(headers, name);
    return values.at(-this.#count) ?? values.at(0);
  }
}

/** Puts what is known of the caller in the place of everything that the request says about it, for all who read it later. */
export function replaceForwardedHeaders({ headers }: IncomingMessage, { address, host, isSecure }: Caller): void {
  for (const name of Object.keys(headers)) if (/^(x-)?forwarded(-|$)|^x-real-ip$/.test(name)) delete headers[name];
  headers.host = host;
  headers['x-forwarded-proto'] = isSecure ? 'https' : 'http';
  headers[clientAddressHeader] = address;
}

/** An IPv4 address as such where a socket for both families shows it as `::ffff:192.0.2.1`. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const listOf = (headers: IncomingHttpHeaders, name: string): string[] =>
  [headers[name] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim());
