import type { UserActor } from '@/lib/auth/actor';
import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { authorize } from '@/lib/auth/policy';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import { fullName } from '@/lib/core/full-name';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { lockUser } from '@/lib/platform/db/lock-user';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Recorder } from '@/lib/use-cases/definers/record';
import { getMember, type Member, requireAnotherOwner, withdrawInvitations, withdrawTokens } from './member';

/** Removes a member. @throws AppError `not_found`; `forbidden` where an admin would remove an owner; `conflict` for the last owner */
export const removeMember = defineUseCase(
  { action: 'members.remove', audit: ['members.remove', 'api_tokens.revoke'] },
  async ({ actor, record }, userId: string): Promise<void> => {
    await endMembership({ actor, record }, userId, async ({ role, user }, tx) => {
      if (role === 'owner') authorize(actor, 'members.own');
      await record(tx, { id: userId, name: fullName(user.firstName, user.lastName) });
    });
  },
);

/** Ends the actor's own membership. @throws AppError `conflict` for the last owner */
export const leaveOrganization = defineUseCase(
  { action: 'organization.leave', audit: ['organization.leave', 'api_tokens.revoke'] },
  async ({ actor, record }): Promise<void> => {
    const { organizationId, userId } = actor;
    await endMembership({ actor, record }, userId, (_, tx) => record(tx, { id: organizationId }));
  },
);

/**
 * Ends a membership of the actor's organization, for use cases that have asked the policy. Also ends the user's auth
 * sessions there, their cable connections, places in rooms, invitations and API tokens.
 * @param onMember throws if it may not end, and records that it does, under the organization's lock
 * @throws AppError `not_found`; `conflict` for the last owner; what `onMember` throws
 */
async function endMembership(
  permitted: { actor: UserActor; record: Recorder<'api_tokens.revoke'> },
  userId: string,
  onMember: (member: Member, tx: Transaction) => Promise<void>,
): Promise<void> {
  const { organizationId } = permitted.actor;
  const ended = await db().$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await lockUser(tx, userId);
    const member = await getMember(tx, organizationId, userId);
    await onMember(member, tx);
    if (member.role === 'owner') await requireAnotherOwner(tx, member);
    await withdrawInvitations(tx, member, null);
    const tokens = await withdrawTokens(tx, permitted, member, null);
    const authSessions = await revokeAuthSessions(tx, userId, { organizationId });
    await tx.membership.delete({ where: { userId_organizationId: { userId, organizationId } } });
    return [...authSessions, ...tokens];
  });
  await endConnectionsOf(ended);
}
