import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';

/**
 * Revokes a share link and announces it, so that its room is closed and its cameras leave it. A link that is revoked
 * already stays so.
 * @throws AppError `not_found`
 */
export async function revokeShareLink(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'share_links.revoke');
  const { organizationId } = actor;
  const link = await db().shareLink.findFirst({ where: { id, organizationId }, select: { eventId: true, name: true } });
  if (!link) throw new AppError('not_found', 'This share link does not exist.');
  await db().$transaction(async (tx) => {
    const { count } = await tx.shareLink.updateMany({
      where: { id, organizationId, revokedAt: null },
      data: { revokedAt: new Date(), viewers: 0 },
    });
    const revoked = {
      action: 'share_links.revoke',
      thingType: 'share_link',
      thingId: id,
      thingName: link.name,
    } as const;
    if (count > 0) await record(actor, revoked, tx);
  });
  await openBus().publish({ type: 'share_link_upsert', organizationId, eventId: link.eventId, shareLinkId: id });
}
