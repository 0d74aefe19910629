import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { endMembership } from './end-membership';

/** Removes a member. @throws AppError `not_found`; `forbidden` where an admin would remove an owner; `conflict` for the last owner */
export async function removeMember(actor: Actor, userId: string): Promise<void> {
  authorize(actor, 'members.remove');
  await endMembership(actor.organizationId, userId, ({ role }) => {
    if (role === 'owner') authorize(actor, 'members.own');
  });
}
