import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { isOpen } from './open-invitation';

/** Withdraws an invitation, so that its link holds no more. @throws AppError `not_found` where it can be accepted no more */
export async function revokeInvitation(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'invitations.revoke');
  const { count } = await db().invitation.updateMany({
    where: { id, organizationId: actor.organizationId, AND: isOpen() },
    data: { revokedAt: new Date() },
  });
  if (count === 0) throw new AppError('not_found', 'This invitation was accepted or withdrawn, or it has expired.');
}
