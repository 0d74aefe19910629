import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { beforeCursor } from '@/lib/platform/db/before-cursor';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { type CameraInviteRow, cameraInviteRelations } from './serialize';

/** A page of the camera invites of an event, newest first. @throws AppError `not_found` */
export async function listCameraInvites(
  actor: Actor,
  eventId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<CameraInviteRow>> {
  authorize(actor, 'phones.read');
  await getEvent(actor, eventId);
  const invites = await db().cameraInvite.findMany({
    where: { eventId, organizationId: actor.organizationId, AND: beforeCursor(cursor, 'createdAt') },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: cameraInviteRelations,
  });
  return pageOf(invites, limit, ({ createdAt: at, id }) => ({ at, id }));
}
