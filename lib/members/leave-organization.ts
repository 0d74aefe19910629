import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { endMembership } from './end-membership';

/** Ends the actor's own membership. @throws AppError `conflict` for the last owner */
export async function leaveOrganization(actor: Actor): Promise<void> {
  authorize(actor, 'organization.leave');
  await endMembership(actor.organizationId, actor.userId, () => undefined);
}
