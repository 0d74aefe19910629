import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { fullName } from '@/lib/core/full-name';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { lockUser } from '@/lib/platform/db/lock-user';
import { record } from '@/lib/use-cases/audit/record';
import { createPasswordReset, requireResettable } from './password-reset';

/**
 * Makes a link that the actor hands to a member of their organization, for servers without e-mail. The maker could use
 * the link to take the account over, so that it must not open more than their own. Members of other organizations are
 * therefore excluded, and only an owner can make one for an owner.
 * @returns the link's secret, which is shown only this once
 * @throws AppError `not_found`, `forbidden`
 */
export async function makePasswordResetLink(
  actor: Actor,
  userId: string,
): Promise<{ secret: string; expiresAt: Date }> {
  authorize(actor, 'members.make_password_link');
  return db().$transaction(async (tx) => {
    await lockOrganization(tx, actor.organizationId);
    await lockUser(tx, userId);
    const { user } = await requireResettable(tx, actor, userId);
    const thingName = fullName(user.firstName, user.lastName);
    await record(actor, { action: 'members.make_password_link', thingType: 'user', thingId: userId, thingName }, tx);
    return createPasswordReset(tx, userId, actor);
  });
}
