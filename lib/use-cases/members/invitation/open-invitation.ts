import { hashLinkSecret } from '@/lib/auth/link-secret';
import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import type { Invitation, Organization, User } from '@/prisma/generated/client';
import { recordJoin } from '../member';

/** An invitation as a holder of its secret sees it. */
export type OpenInvitation = Invitation & {
  organization: Organization;
  inviter: Omit<User, 'passwordHash'> | null;
};

export const withOrganizationAndInviter = { organization: true, inviter: true } as const;

/** Which invitations can be accepted at this moment. */
export const isOpen = () => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } });

/** The invitation of a secret. @throws AppError `not_found` where there is none, or it cannot be accepted any more */
async function getOpenInvitation(secret: string, tx: Transaction = db()): Promise<OpenInvitation> {
  const invitation = await tx.invitation.findUnique({
    where: { secretHash: hashLinkSecret(secret) },
    include: withOrganizationAndInviter,
  });
  if (!invitation) {
    throw new AppError(
      'not_found',
      'This invitation link is not valid. Copy the whole link again, or ask for a new one.',
    );
  }
  if (invitation.acceptedAt) throw closed('has been used already');
  if (invitation.revokedAt) throw closed('was withdrawn');
  if (invitation.expiresAt <= new Date()) throw closed('has expired');
  return invitation;
}

/**
 * Makes the user a member and uses the invitation up. Does nothing for a member, so that another person can still use
 * it.
 * @throws AppError `not_found` where the invitation was used or withdrawn in the meantime
 */
export async function admitByInvitation(
  tx: Transaction,
  { id, organizationId, role }: Invitation,
  userId: string,
): Promise<void> {
  const { count } = await tx.membership.createMany({ data: { userId, organizationId, role }, skipDuplicates: true });
  if (count === 0) return;
  const used = await tx.invitation.updateMany({ where: { id, AND: isOpen() }, data: { acceptedAt: new Date() } });
  if (used.count === 0) throw closed('has just been used or withdrawn');
  await recordJoin(tx, { userId, organizationId }, `as ${role}`);
}

const closed = (what: string) => new AppError('not_found', `This invitation ${what}. Ask for a new one.`);

/** A secret cannot be guessed: who has one is not counted, and a crew behind one address comes in at once. */
const failures = new NetworkLimit({ name: 'invitation_failures', uses: 300, windowSeconds: 60 * 60 });

/**
 * Finds an invitation by its secret.
 * @param address the IP address that the request came from
 * @throws AppError `not_found` where there is none, or it cannot be accepted any more; `too_many_requests` instead,
 * where that happened often in the same network
 */
export const findInvitation = definePublic(
  'the secret of an invitation says which',
  async (secret: string, address: string): Promise<OpenInvitation> => {
    try {
      return await getOpenInvitation(secret);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') {
        const waitSeconds = await failures.use(address);
        refuseUsedUp(waitSeconds, 'Too many invitations that do not open came from your network.');
      }
      throw error;
    }
  },
);

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
