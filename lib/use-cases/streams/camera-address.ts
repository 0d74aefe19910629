import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppError } from '@/lib/core/errors';
import { mayPullFrom } from '@/lib/core/pull-networks';
import { pullNetworksFor } from '@/lib/platform/env/pull-env';
import { findOperator } from '@/lib/preflight/operator';

const refusal =
  'This server may not reach cameras at this address. Whoever runs it can allow the network by PULL_NETWORKS.';

/**
 * Checks the address of a PTZ camera, as far as its text tells; each connection checks where a name leads.
 * @throws AppError `invalid_input` for an address that the organization may not reach
 */
export async function requireCameraAddress(organizationId: string, host: string): Promise<void> {
  if (isIP(host) !== 0 && !(await mayReach(organizationId, [host]))) {
    throw new AppError('invalid_input', refusal, { details: { 'stream.ptz.host': [refusal] } });
  }
}

/**
 * Looks a camera's host up, once for each connection, so that a name server cannot change its answer meanwhile.
 * @returns an IP address that the organization may reach
 * @throws AppError `conflict` for any other, and for a name that leads nowhere
 */
export async function findCameraAddress(organizationId: string, host: string): Promise<string> {
  const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(nameless(host)) : [{ address: host }];
  const addresses = found.map(({ address }) => address);
  const [first] = addresses;
  if (first === undefined || !(await mayReach(organizationId, addresses))) throw new AppError('conflict', refusal);
  return first;
}

const nameless = (host: string) => (cause: unknown) => {
  throw new AppError('conflict', `The name ${host} leads to no camera: check it, or use the IP address.`, { cause });
};

/** PTZ cameras are where cameras may be pulled from. */
async function mayReach(organizationId: string, addresses: string[]): Promise<boolean> {
  const networks = pullNetworksFor((await findOperator())?.id === organizationId);
  return addresses.every((address) => mayPullFrom(address, networks));
}
