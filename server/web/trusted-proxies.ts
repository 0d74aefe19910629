import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import { plainAddress } from '@/lib/core/network-of';
import { clientAddressHeader } from '@/lib/http/client-address';

/** The sender of a request: the same facts whether or not proxies stand in front of this server. */
export interface Caller {
  /** The IP address; empty when the connection is already gone. */
  address: string;
  /** Host and port that the client asked for, as in the header Host; empty when HTTP/1.0 omits it. */
  host: string;
  /** Whether the client's connection is encrypted. */
  isSecure: boolean;
}

interface Options {
  /** How many proxies stand in a row in front of this server. */
  count: number;
  /** Their addresses and networks, such as `10.0.0.0/8`. */
  addresses: string[];
}

/**
 * The proxies in front of this server. X-Forwarded-For, -Host and -Proto count only on their connections, because
 * anybody can write these headers. Each proxy appends its caller's address to X-Forwarded-For, so entries further left
 * than the number of proxies may be forged.
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

  /** Whether this address is one of our proxies'. */
  includes(address: string): boolean {
    const family = isIP(address);
    return this.#count > 0 && family !== 0 && this.#networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  caller({ headers, socket }: IncomingMessage): Caller {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const host = headers.host ?? '';
    if (!this.includes(peer)) return { address: peer, host, isSecure: socket instanceof TLSSocket };
    const addresses = [...listOf(headers, 'x-forwarded-for'), peer];
    const address = plainAddress(withoutPort(addresses.at(-1 - this.#count) ?? addresses.at(0) ?? ''));
    return {
      address: isIP(address) ? address : peer,
      host: this.#forwarded(headers, 'x-forwarded-host') ?? host,
      isSecure: this.#forwarded(headers, 'x-forwarded-proto')?.toLowerCase() === 'https',
    };
  }

  /** The outermost proxy's value, whether the others replace the header, pass it on or append to it. */
  #forwarded(headers: IncomingHttpHeaders, name: string): string | undefined {
    const values = listOf(headers, name);
    return values.at(-this.#count) ?? values.at(0);
  }
}

/** Replaces the request's claims about the caller with verified facts, for all later readers. */
export function replaceForwardedHeaders({ headers }: IncomingMessage, { address, host, isSecure }: Caller): void {
  for (const name of Object.keys(headers)) if (/^(x-)?forwarded(-|$)|^x-real-ip$/.test(name)) delete headers[name];
  headers.host = host;
  headers['x-forwarded-proto'] = isSecure ? 'https' : 'http';
  headers[clientAddressHeader] = address;
}

/** An address without what Azure, IIS and others write around it: a port, and for IPv6 brackets or quotes. */
function withoutPort(text: string): string {
  const [, ipv4, ipv6] = /^"?(?:(\d+(?:\.\d+){3})|\[([\da-f:.]+)\])(?::\d+)?"?$/i.exec(text) ?? [];
  return ipv4 ?? ipv6 ?? text;
}

const listOf = (headers: IncomingHttpHeaders, name: string): string[] =>
  [headers[name] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim());
