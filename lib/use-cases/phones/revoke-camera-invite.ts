import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { replaceKey } from '@/lib/use-cases/streams/replace-key';

/**
 * Revokes a camera invite and announces it, so that its phones leave the room, and encoders lose their key. A revoked
 * invite stays revoked.
 * @throws AppError `not_found`
 */
export async function revokeCameraInvite(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'phones.invite');
  const { organizationId } = actor;
  const where = { id, organizationId };
  const invite = await db().cameraInvite.findFirst({ where, select: { eventId: true, label: true } });
  if (!invite) throw new AppError('not_found', 'This camera invite does not exist.');
  const { eventId, label: thingName } = invite;
  await db().$transaction(async (tx) => {
    const { count } = await tx.cameraInvite.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) return;
    await record(actor, { action: 'phones.revoke_invite', thingType: 'camera_invite', thingId: id, thingName }, tx);
  });
  await openBus().publish({ type: 'camera_invite_revoked', organizationId, eventId, inviteId: id });
  const phones = await db().phone.findMany({
    where: { inviteId: id },
    select: { streamId: true, stream: { select: { sourceKind: true } } },
  });
  for (const { streamId, stream } of phones) {
    // SRT asks for nothing but the key.
    if (stream.sourceKind === 'srt') await replaceKey(organizationId, streamId, 'ingest', async () => undefined);
    await openBus().publish({ type: 'phone_remove', organizationId, streamId });
  }
}
