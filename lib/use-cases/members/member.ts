import type { UserActor } from '@/lib/auth/actor';
import { accessesAbove, isAtMost, type Role, roleMay, roles } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import { fullName } from '@/lib/core/full-name';
import type { Transaction } from '@/lib/platform/db/db';
import { revokeTokens } from '@/lib/use-cases/api-tokens/api-tokens';
import { type Recorder, recorderOf } from '@/lib/use-cases/definers/record';
import type { Membership, User } from '@/prisma/generated/client';

/** A membership with its user. */
export type Member = Membership & { user: Omit<User, 'passwordHash'> };

/** Records that a user has become a member. @param detail their role, and how they joined */
export const recordJoin = (
  tx: Transaction,
  { userId, organizationId }: Pick<Membership, 'userId' | 'organizationId'>,
  detail: string,
): Promise<void> => recorderOf({ userId, organizationId })(tx, { action: 'members.join', id: organizationId, detail });

/** A member of an organization. @throws AppError `not_found` */
export async function getMember(tx: Transaction, organizationId: string, userId: string): Promise<Member> {
  const member = await tx.membership.findUnique({
    where: { userId_organizationId: { userId, organizationId } },
    include: { user: true },
  });
  if (!member) throw new AppError('not_found', 'This person is not a member of your organization.');
  return member;
}

/**
 * Requires another owner before an owner gives up the role. The caller holds the organization's lock.
 * @throws AppError `conflict` for the last owner
 */
export async function requireAnotherOwner(tx: Transaction, { organizationId, userId }: Membership): Promise<void> {
  const others = await tx.membership.count({ where: { organizationId, role: 'owner', userId: { not: userId } } });
  if (others > 0) return;
  throw new AppError('conflict', 'An organization needs an owner. Make another member an owner first.');
}

/**
 * Withdraws the invitations of a member who has left, or whose new role could not make them. Otherwise they could come
 * back by a link that they kept.
 * @param role the new role; null if they have left
 */
export async function withdrawInvitations(tx: Transaction, { organizationId, userId }: Membership, role: Role | null) {
  const mayInvite = role !== null && roleMay(role, 'invitations.create');
  await tx.invitation.updateMany({
    where: {
      organizationId,
      inviterId: userId,
      revokedAt: null,
      acceptedAt: null,
      role: mayInvite ? { in: roles.filter((invited) => !isAtMost(invited, role)) } : undefined,
    },
    data: { revokedAt: new Date() },
  });
}

/**
 * Revokes the API tokens of a member who has left, or whose new role allows less than the tokens. Otherwise they could
 * continue by a token that they kept. `endConnectionsOf` ends the tokens' connections after the transaction.
 * @param role the new role; null if they have left
 */
export const withdrawTokens = (
  tx: Transaction,
  permitted: { actor: UserActor; record: Recorder<'api_tokens.revoke'> },
  { user }: Member,
  role: Role | null,
) =>
  revokeTokens(
    tx,
    permitted,
    { makerId: user.id, access: { in: accessesAbove(role) } },
    `made by ${fullName(user.firstName, user.lastName)}`,
  );
