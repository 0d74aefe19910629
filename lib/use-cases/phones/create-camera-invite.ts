import type { Actor } from '@/lib/auth/actor';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { authorize } from '@/lib/auth/policy';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { eventNotFound } from '@/lib/use-cases/events/get-event';
import { requireInvitesInPlan } from '@/lib/use-cases/plans/require-invites-in-plan';
import { newCameraInviteSecret } from './camera-invite-secrets';
import { type CameraInviteRow, cameraInviteRelations } from './serialize';

const maxInvitesPerEvent = 50;

interface NewCameraInvite {
  label: string;
  maxUses: number;
  expiresAt: Date;
}

/**
 * Creates a link that makes phones cameras of an event.
 * @throws AppError `not_found` for the event, `limit_reached`
 */
export async function createCameraInvite(
  actor: Actor,
  eventId: string,
  { label, maxUses, expiresAt }: NewCameraInvite,
): Promise<CameraInviteRow> {
  authorize(actor, 'phones.invite');
  const { organizationId, userId: createdById } = actor;
  const id = newId();
  return db().$transaction(async (tx) => {
    // Invites of one event are created one at a time, so that the limits hold.
    const [event] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM events WHERE id = ${eventId}::uuid AND organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
    if (!event) throw eventNotFound();
    const count = await tx.cameraInvite.count({ where: { eventId, revokedAt: null, expiresAt: { gt: new Date() } } });
    await requireInvitesInPlan(tx, organizationId, count);
    if (count >= maxInvitesPerEvent) {
      throw limitReached(`This event has ${maxInvitesPerEvent} open camera invites, the maximum. Revoke one first.`);
    }
    await record(actor, { action: 'phones.invite', thingType: 'camera_invite', thingId: id, thingName: label }, tx);
    const secretHash = hashLinkSecret(newCameraInviteSecret(id));
    const data = { id, organizationId, eventId, createdById, label, secretHash, maxUses, expiresAt };
    return tx.cameraInvite.create({ data, include: cameraInviteRelations });
  });
}
