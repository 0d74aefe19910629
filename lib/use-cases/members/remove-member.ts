import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { fullName } from '@/lib/core/full-name';
import { record } from '@/lib/use-cases/audit/record';
import { endMembership } from './end-membership';

/** Removes a member. @throws AppError `not_found`; `forbidden` where an admin would remove an owner; `conflict` for the last owner */
export async function removeMember(actor: Actor, userId: string): Promise<void> {
  authorize(actor, 'members.remove');
  await endMembership(actor, userId, async ({ role, user }, tx) => {
    if (role === 'owner') authorize(actor, 'members.own');
    const thingName = fullName(user.firstName, user.lastName);
    await record(actor, { action: 'members.remove', thingType: 'user', thingId: userId, thingName }, tx);
  });
}
