import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { addressReach } from '../core/address-reach';
import { plainAddress } from '../core/network-of';
import { pause } from '../core/pause';
import { type HostRights, mayPullFrom } from '../core/pull-networks';

/** The system's resolver may wait for half a minute. */
const lookupTimeoutMs = 5_000;

/** A host that a person named, and that nothing is to be connected to. */
export class HostError extends Error {
  override name = 'HostError';
  /**
   * `unknown_host`: its name has no address. `not_allowed`: one of its addresses is beyond the rights, this machine's own, or
   * a service of this installation.
   */
  readonly fault: 'unknown_host' | 'not_allowed';

  constructor(fault: HostError['fault']) {
    super(`the host is refused: ${fault}`);
    this.fault = fault;
  }
}

/**
 * Resolves a host that a person named, once. The caller connects to these addresses, by {@link pinnedLookup}, so that a name
 * server cannot change its answer meanwhile.
 * @returns at least one IP address
 * @throws HostError
 */
export async function pinnedAddresses(
  host: string,
  port: number,
  { networks, ownServices, reachesMachine = false }: HostRights,
  resolve: (host: string) => Promise<string[]> = resolveBySystem,
): Promise<[string, ...string[]]> {
  const [first, ...others] = await addressesOf(host, resolve);
  if (first === undefined) throw new HostError('unknown_host');
  const services = ownServices.filter((own) => own.port === port);
  const refused = (await Promise.all(services.map((own) => addressesOf(own.host, resolveBySystem)))).flat();
  const isMachineOpen = reachesMachine || mayPullFrom('127.0.0.1', networks);
  const isServiceHere = refused.some((address) => addressReach(address) === 'loopback');
  const machine = isMachineOpen && !isServiceHere ? [] : ownAddresses();
  const isRefused = (address: string) =>
    !mayPullFrom(address, networks) || refused.includes(address) || machine.includes(address);
  if ([first, ...others].some(isRefused)) throw new HostError('not_allowed');
  return [first, ...others];
}

/** A look-up for node:net that knows only these addresses. */
export const pinnedLookup =
  ([first, ...others]: [string, ...string[]]): LookupFunction =>
  (_host, { all }, callback) => {
    if (all)
      callback(
        null,
        [first, ...others].map((address) => ({ address, family: isIP(address) })),
      );
    else callback(null, first, isIP(first));
  };

/**
 * Begins to connect to the addresses of a host, in turn until one answers.
 * @param addresses of that host, by {@link pinnedAddresses}
 * @param isTls by TLS; no certificate is asked for by an IP address
 */
export function connectPinned(host: string, port: number, addresses: [string, ...string[]], isTls = false): Socket {
  const options = { host, port, lookup: pinnedLookup(addresses), noDelay: true };
  return isTls ? connectTls({ ...options, servername: isIP(host) === 0 ? host : '' }) : connectTcp(options);
}

/** All addresses of a host; none where its name has none, or no answer comes in time. */
async function addressesOf(host: string, resolve: (host: string) => Promise<string[]>): Promise<string[]> {
  if (isIP(host) !== 0) return [plainAddress(host)];
  const found = resolve(host).catch(() => []);
  const addresses = (await Promise.race([found, pause(lookupTimeoutMs)])) ?? [];
  return addresses.map(plainAddress);
}

/** By the operating system, which also knows the names of this machine and its network. */
const resolveBySystem = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).flatMap(({ address, internal }) => (internal ? [] : address)),
  );
