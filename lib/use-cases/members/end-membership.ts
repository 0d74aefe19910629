import type { UserActor } from '@/lib/auth/actor';
import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { lockUser } from '@/lib/platform/db/lock-user';
import { getMember, type Member, requireAnotherOwner, withdrawInvitations, withdrawTokens } from './member';

/**
 * Ends a membership of the actor's organization, for use cases that have asked the policy. Also ends the user's auth
 * sessions there, their cable connections, places in rooms, invitations and API tokens.
 * @param onMember throws if it may not end, and records that it does, under the organization's lock
 * @throws AppError `not_found`; `conflict` for the last owner; what `onMember` throws
 */
export async function endMembership(
  actor: UserActor,
  userId: string,
  onMember: (member: Member, tx: Transaction) => Promise<void>,
): Promise<void> {
  const { organizationId } = actor;
  const ended = await db().$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await lockUser(tx, userId);
    const member = await getMember(tx, organizationId, userId);
    await onMember(member, tx);
    if (member.role === 'owner') await requireAnotherOwner(tx, member);
    await withdrawInvitations(tx, member, null);
    const tokens = await withdrawTokens(tx, actor, member, null);
    const authSessions = await revokeAuthSessions(tx, userId, { organizationId });
    await tx.membership.delete({ where: { userId_organizationId: { userId, organizationId } } });
    return [...authSessions, ...tokens];
  });
  await endConnectionsOf(ended);
}
