import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { mayPullFrom } from '@/lib/core/pull-networks';
import { addressesOf, readInstallation } from '../../control/installation';
import { PullError } from './pull-error';

/** The networks that a camera may be in, and the services that are none. */
export type PullRights = Pick<Extract<WorkerSource, { kind: 'pull' }>, 'networks' | 'ownServices'>;

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
  const isOwn = await readInstallation(ownServices);
  const isRefused = (address: string) => !mayPullFrom(address, networks) || isOwn(address, port);
  if (addresses.some(isRefused)) throw new PullError('not_allowed');
  return first;
}
