import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { admitByInvitation, getOpenInvitation } from './open-invitation';

/**
 * Makes a user who has an account a member, for use cases that know who asks.
 * @returns the organization's id
 * @throws AppError `not_found` where the invitation cannot be accepted; `forbidden` where it is for another address
 */
export async function joinByInvitation(userId: string, secret: string): Promise<string> {
  const invitation = await getOpenInvitation(secret);
  const { email, organizationId } = invitation;
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  if (email !== null && email !== user.email) {
    throw new AppError(
      'forbidden',
      `This invitation is for ${email}. Sign in with that address, or ask for a new one.`,
    );
  }
  await db().$transaction((tx) => admitByInvitation(tx, invitation, userId));
  return organizationId;
}
