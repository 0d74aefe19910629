import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { isOpen } from './open-invitation';

/** Withdraws an invitation. Its link stops working. @throws AppError `not_found` where it can be accepted no more */
export async function revokeInvitation(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'invitations.revoke');
  await db().$transaction(async (tx) => {
    const [invitation] = await tx.invitation.updateManyAndReturn({
      where: { id, organizationId: actor.organizationId, AND: isOpen() },
      data: { revokedAt: new Date() },
    });
    if (!invitation) {
      throw new AppError('not_found', 'This invitation was accepted or withdrawn, or it has expired.');
    }
    const thingName = invitation.email ?? 'someone by link';
    await record(actor, { action: 'invitations.revoke', thingType: 'invitation', thingId: id, thingName }, tx);
  });
}
