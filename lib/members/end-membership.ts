import { lockOrganization } from '@/lib/accounts/lock-organization';
import { endAuthSessions } from '@/lib/auth/end-auth-sessions';
import { db } from '@/lib/platform/db/db';
import type { Membership } from '@/prisma/generated/client';
import { getMember, requireAnotherOwner, withdrawInvitations } from './member';

/**
 * Ends a membership, for use cases that have asked the policy, and with it all that is open: the user's auth sessions in
 * the organization, their cable connections, their places in its rooms, and their invitations.
 * @param check whether it may end, asked under the organization's lock
 * @throws AppError `not_found`; `conflict` for the last owner; what `check` throws
 */
export async function endMembership(
  organizationId: string,
  userId: string,
  check: (member: Membership) => void,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const member = await getMember(tx, organizationId, userId);
    check(member);
    if (member.role === 'owner') await requireAnotherOwner(tx, member);
    await withdrawInvitations(tx, member, null);
    await tx.membership.delete({ where: { userId_organizationId: { userId, organizationId } } });
  });
  await endAuthSessions({ userId, organizationId });
}
