import type { Actor } from '@/lib/auth/actor';
import { type EndedCredential, endConnectionsOf } from '@/lib/auth/end-connections-of';
import { authorize } from '@/lib/auth/policy';
import type { Role } from '@/lib/contracts/permissions';
import { fullName } from '@/lib/core/full-name';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { record } from '@/lib/use-cases/audit/record';
import { getMember, type Member, requireAnotherOwner, withdrawInvitations, withdrawTokens } from './member';

/**
 * Gives a member another role, which their next request has, and their cable connections within moments. Links and API
 * tokens of theirs that reach above it end.
 * @throws AppError `not_found`; `forbidden` where an admin would make or unmake an owner; `conflict` for the last owner
 */
export async function updateMember(actor: Actor, userId: string, role: Role): Promise<Member> {
  authorize(actor, 'members.update');
  const { organizationId } = actor;
  let endedTokens: EndedCredential[] = [];
  const member = await db().$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const present = await getMember(tx, organizationId, userId);
    if (present.role === role) return present;
    if (present.role === 'owner' || role === 'owner') authorize(actor, 'members.own');
    if (present.role === 'owner') await requireAnotherOwner(tx, present);
    await withdrawInvitations(tx, present, role);
    endedTokens = await withdrawTokens(tx, actor, present, role);
    const [thingName, detail] = [
      fullName(present.user.firstName, present.user.lastName),
      `from ${present.role} to ${role}`,
    ];
    await record(actor, { action: 'members.update', thingType: 'user', thingId: userId, thingName, detail }, tx);
    return tx.membership.update({
      where: { userId_organizationId: { userId, organizationId } },
      data: { role },
      include: { user: true },
    });
  });
  await openBus().publish({ type: 'role_changed', userId, organizationId });
  await endConnectionsOf(endedTokens);
  return member;
}
