import { lockOrganization } from '@/lib/accounts/lock-organization';
import { endAuthSessions } from '@/lib/auth/end-auth-sessions';
import { db, type Transaction } from '@/lib/platform/db/db';
import { getMember, type Member, requireAnotherOwner, withdrawInvitations } from './member';

/**
 * Ends a membership, for use cases that have asked the policy, and with it all that is open: the user's auth sessions in
 * the organization, their cable connections, their places in its rooms, and their invitations.
 * @param onMember throws where it may not end, and records that it does, under the organization's lock
 * @throws AppError `not_found`; `conflict` for the last owner; what `onMember` throws
 */
export async function endMembership(
  organizationId: string,
  userId: string,
  onMember: (member: Member, tx: Transaction) => Promise<void>,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const member = await getMember(tx, organizationId, userId);
    await onMember(member, tx);
    if (member.role === 'owner') await requireAnotherOwner(tx, member);
    await withdrawInvitations(tx, member, null);
    await tx.membership.delete({ where: { userId_organizationId: { userId, organizationId } } });
  });
  await endAuthSessions({ userId, organizationId });
}
