import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';
import { admitByInvitation, getOpenInvitation } from './open-invitation';

/**
 * Makes a user who has an account a member, for use cases that have confirmed in this transaction who asks.
 * @returns the organization's id
 * @throws AppError `not_found` where the invitation cannot be accepted; `forbidden` where it is for another address
 */
export async function joinByInvitation(tx: Transaction, userId: string, secret: string): Promise<string> {
  const invitation = await getOpenInvitation(secret, tx);
  const { email, organizationId } = invitation;
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (email !== null && email !== user.email) {
    throw new AppError(
      'forbidden',
      `This invitation is for ${email}. Sign in with that address, or ask for a new one.`,
    );
  }
  await admitByInvitation(tx, invitation, userId);
  return organizationId;
}
