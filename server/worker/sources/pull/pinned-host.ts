import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { plainAddress } from '@/lib/core/network-of';
import { pause } from '@/lib/core/pause';
import { mayPullFrom } from '@/lib/core/pull-networks';
import { PullError } from './pull-error';

/** The networks that a camera may be in, and the services that are none. */
export type PullRights = Pick<Extract<WorkerSource, { kind: 'pull' }>, 'networks' | 'ownServices'>;

/** The system's resolver may wait for half a minute. */
const lookupTimeoutMs = 5_000;

/**
 * Resolves a host once. The caller connects to the address that it gets, so that a name server cannot change its answer
 * meanwhile.
 * @throws PullError `unknown_host`; `not_allowed` if one of its addresses is beyond the rights, this machine's own, or a
 * service of this installation
 */
export async function pinnedHost(host: string, port: number, { networks, ownServices }: PullRights): Promise<string> {
  const addresses = await addressesOf(host);
  const [first] = addresses;
  if (first === undefined) throw new PullError('unknown_host');
  const services = await Promise.all(ownServices.map(async (own) => ({ own, at: await addressesOf(own.host) })));
  const isService = (address: string) => services.some(({ own, at }) => own.port === port && at.includes(address));
  const machine = ownAddresses();
  const isRefused = (address: string) => !mayPullFrom(address, networks) || machine.has(address) || isService(address);
  if (addresses.some(isRefused)) throw new PullError('not_allowed');
  return first;
}

/** All addresses of a host; none where its name has none, or no answer comes in time. */
async function addressesOf(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).catch(() => []);
  const answers = (await Promise.race([found, pause(lookupTimeoutMs)])) ?? [];
  return answers.map(({ address }) => plainAddress(address));
}

/** This machine's own addresses in its networks, behind which its other programs listen. */
const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap((entries) =>
      (entries ?? []).flatMap(({ address, internal }) => (internal ? [] : address)),
    ),
  );
