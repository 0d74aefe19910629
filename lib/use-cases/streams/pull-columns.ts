import { isIP } from 'node:net';
import { maskPullAddress, readPullAddress } from '@/lib/contracts/pull-address';
import { AppError } from '@/lib/core/errors';
import { mayPullFrom } from '@/lib/core/pull-networks';
import type { Transaction } from '@/lib/platform/db/db';
import { pullTargets } from '@/lib/platform/db/sealed-columns';
import { pullNetworksFor } from '@/lib/platform/env/pull-env';
import { isOperator } from '@/lib/preflight/operator';

/**
 * The columns of a stream that is pulled from an address: the address encrypted, and its part that may be shown. Where a name
 * leads, the camera's worker checks at each attempt.
 * @throws AppError `invalid_input` for no address, and for one in a network that the organization may not pull from
 */
export async function pullColumns(
  tx: Transaction,
  { id, organizationId }: { id: string; organizationId: string },
  text: string,
): Promise<{ pullTarget?: string; pullAddress?: string }> {
  const { address, isOperators } = await readAllowedAddress(tx, organizationId, text);
  return {
    pullTarget: pullTargets.seal(id, { address: text.trim(), isOperators }),
    pullAddress: maskPullAddress(address),
  };
}

/** Reads an address, and whether it is the operator's. @throws like {@link pullColumns} */
export async function readAllowedAddress(tx: Transaction, organizationId: string, text: string) {
  const address = readPullAddress(text);
  if (typeof address === 'string') throw new AppError('invalid_input', address);
  const isOperators = await isOperator(organizationId, tx);
  if (isIP(address.host) !== 0 && !mayPullFrom(address.host, pullNetworksFor(isOperators))) {
    throw new AppError('invalid_input', notAllowedSentence);
  }
  return { address, isOperators };
}

const notAllowedSentence =
  'This address is in a network that your organization may not pull cameras from. Enter one on the internet.';
