import { type EndedCredential, endConnectionsOf } from '@/lib/auth/end-connections-of';
import { authorize } from '@/lib/auth/policy';
import type { Role } from '@/lib/contracts/permissions';
import { fullName } from '@/lib/core/full-name';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getMember, type Member, requireAnotherOwner, withdrawInvitations, withdrawTokens } from './member';

/**
 * Gives a member another role, which their next request has, and their cable connections within moments. Links and API
 * tokens of theirs that reach above it end.
 * @throws AppError `not_found`; `forbidden` where an admin would make or unmake an owner; `conflict` for the last owner
 */
export const updateMember = defineUseCase(
  { action: 'members.update', audit: ['members.update', 'api_tokens.revoke'] },
  async ({ actor, record }, userId: string, role: Role): Promise<Member> => {
    const { organizationId } = actor;
    let endedTokens: EndedCredential[] = [];
    const member = await db().$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const present = await getMember(tx, organizationId, userId);
      if (present.role === role) return present;
      if (present.role === 'owner' || role === 'owner') authorize(actor, 'members.own');
      if (present.role === 'owner') await requireAnotherOwner(tx, present);
      await withdrawInvitations(tx, present, role);
      endedTokens = await withdrawTokens(tx, { actor, record }, present, role);
      const name = fullName(present.user.firstName, present.user.lastName);
      await record(tx, { id: userId, name, detail: `from ${present.role} to ${role}` });
      return tx.membership.update({
        where: { userId_organizationId: { userId, organizationId } },
        data: { role },
        include: { user: true },
      });
    });
    await openBus().publish({ type: 'role_changed', userId, organizationId });
    await endConnectionsOf(endedTokens);
    return member;
  },
);
