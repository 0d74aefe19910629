import type { UserActor } from '@/lib/auth/actor';
import { newLinkSecret } from '@/lib/auth/link-secret';
import { lifetimes } from '@/lib/contracts/limits';
import { type Role, roleMay } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import { fullName } from '@/lib/core/full-name';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { lockUser } from '@/lib/platform/db/lock-user';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Member } from '@/lib/use-cases/members/member';

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
  const expiresAt = new Date(Date.now() + lifetimes.passwordLink);
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
export const createPasswordResetFor = defineSystem(
  'the program reset-password, whose user has the server',
  (email: string): Promise<{ secret: string; expiresAt: Date } | null> =>
    db().$transaction(async (tx) => {
      const [user] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM users WHERE email = ${email} FOR UPDATE`;
      return user ? createPasswordReset(tx, user.id, null) : null;
    }),
);

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

/**
 * Makes a link that the actor hands to a member of their organization, for servers without e-mail. The maker could use
 * the link to take the account over, so that it must not open more than their own. Members of other organizations are
 * therefore excluded, and only an owner can make one for an owner.
 * @returns the link's secret, which is shown only this once
 * @throws AppError `not_found`, `forbidden`
 */
export const makePasswordResetLink = defineUseCase(
  { action: 'members.make_password_link', audit: 'members.make_password_link' },
  async ({ actor, record }, userId: string): Promise<{ secret: string; expiresAt: Date }> => {
    return db().$transaction(async (tx) => {
      await lockOrganization(tx, actor.organizationId);
      await lockUser(tx, userId);
      const { user } = await requireResettable(tx, actor, userId);
      const name = fullName(user.firstName, user.lastName);
      await record(tx, { id: userId, name });
      return createPasswordReset(tx, userId, actor);
    });
  },
);

/**
 * Voids the pending links and sign-ins of a user whose password or e-mail address changes. Anyone who requested one
 * with the old password or address can no longer use it.
 */
export async function voidLinksOf(tx: Transaction, userId: string): Promise<void> {
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailChange.deleteMany({ where: { userId } });
  await tx.ssoSignIn.deleteMany({ where: { userId } });
}
