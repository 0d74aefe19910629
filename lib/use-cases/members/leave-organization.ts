import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';
import { endMembership } from './end-membership';

/** Ends the actor's own membership. @throws AppError `conflict` for the last owner */
export async function leaveOrganization(actor: Actor): Promise<void> {
  authorize(actor, 'organization.leave');
  const { organizationId, userId } = actor;
  await endMembership(actor, userId, (_, tx) =>
    record(actor, { action: 'organization.leave', thingType: 'organization', thingId: organizationId }, tx),
  );
}
