import { isIP } from 'node:net';
import { AppError } from '@/lib/core/errors';
import { mayPullFrom } from '@/lib/core/pull-networks';
import { ownServices } from '@/lib/platform/env/own-services';
import { pullNetworksFor } from '@/lib/platform/env/pull-env';
import { HostError, pinnedAddresses } from '@/lib/platform/pinned-host';
import { isOperator } from '@/lib/preflight/operator';

const refusal =
  'This server may not reach cameras at this address. Whoever runs it can allow the network by PULL_NETWORKS.';

/**
 * Checks the address of a PTZ camera, as far as its text tells; each connection checks where a name leads.
 * @throws AppError `invalid_input` for an address that the organization may not reach
 */
export async function requireCameraAddress(organizationId: string, host: string): Promise<void> {
  if (isIP(host) === 0 || mayPullFrom(host, await networksOf(organizationId))) return;
  throw new AppError('invalid_input', refusal, { details: { 'stream.ptz.host': [refusal] } });
}

/**
 * Looks a camera's host up, once for each connection.
 * @returns an IP address that the organization may reach
 * @throws AppError `conflict` for any other, and for a name that leads nowhere
 */
export async function findCameraAddress(organizationId: string, host: string, port: number): Promise<string> {
  const rights = { networks: await networksOf(organizationId), ownServices: ownServices() };
  try {
    const [address] = await pinnedAddresses(host, port, rights);
    return address;
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    const nameless = `The name ${host} leads to no camera: check it, or use the IP address.`;
    throw new AppError('conflict', cause.fault === 'unknown_host' ? nameless : refusal, { cause });
  }
}

/** PTZ cameras are where cameras may be pulled from. */
const networksOf = async (organizationId: string) => pullNetworksFor(await isOperator(organizationId));
