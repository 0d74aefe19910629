import type { UserActor } from '@/lib/auth/actor';
import { newLinkSecret } from '@/lib/auth/link-secret';
import { type Role, roleMay } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import type { Member } from '@/lib/use-cases/members/member';

const lifetimeMs = 60 * 60 * 1000;

/**
 * Makes the secret of a link with which a user sets a new password, once, within an hour. Voids an earlier one. The
 * caller has locked the user, and confirmed under the lock that they may have it.
 * @param maker the member who hands the link over; null if it goes to the user's own e-mail address
 */
export async function createPasswordReset(
  tx: Transaction,
  userId: string,
  maker: Pick<UserActor, 'userId' | 'organizationId'> | null,
): Promise<{ secret: string; expiresAt: Date }> {
  const { secret, hash: secretHash } = newLinkSecret();
  const expiresAt = new Date(Date.now() + lifetimeMs);
  const reset = {
    secretHash,
    expiresAt,
    makerId: maker?.userId ?? null,
    organizationId: maker?.organizationId ?? null,
  };
  await tx.passwordReset.upsert({ where: { userId }, create: { userId, ...reset }, update: reset });
  return { secret, expiresAt };
}

/**
 * Makes such a link for the user with this e-mail address. A change of the address waits, and then voids the link.
 * @returns null if no user has the address
 */
export const createPasswordResetFor = (email: string): Promise<{ secret: string; expiresAt: Date } | null> =>
  db().$transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM users WHERE email = ${email} FOR UPDATE`;
    return user ? createPasswordReset(tx, user.id, null) : null;
  });

/**
 * Refuses a link that would give its maker more rights than they have, because the maker could use it. Holds until the
 * transaction ends if the caller has locked the maker's organization and the user.
 * @param maker a member's role in an organization
 * @param userId whose password the link sets
 * @returns that member
 * @throws AppError `not_found` for a user outside the organization; `forbidden` for an owner, unless an owner makes it,
 *   and for members of other organizations too
 */
export async function requireResettable(
  tx: Transaction,
  maker: { organizationId: string; role: Role },
  userId: string,
): Promise<Member> {
  const memberships = await tx.membership.findMany({ where: { userId }, include: { user: true } });
  const member = memberships.find(({ organizationId }) => organizationId === maker.organizationId);
  if (!member) throw new AppError('not_found', 'This person is not a member of your organization.');
  if (!roleMay(maker.role, 'members.make_password_link') || (member.role === 'owner' && maker.role !== 'owner')) {
    throw new AppError('forbidden', 'Only an owner can make a password link for an owner.');
  }
  if (memberships.length > 1) {
    const sentence = 'This account also belongs to another organization, so its password can only be reset by e-mail.';
    throw new AppError('forbidden', sentence);
  }
  return member;
}
