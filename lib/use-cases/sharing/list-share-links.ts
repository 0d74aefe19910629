import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { beforeCursor } from '@/lib/platform/db/before-cursor';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { type ShareLinkRow, shareLinkRelations } from './serialize';

/** A page of the share links of an event, newest first. @throws AppError `not_found` */
export async function listShareLinks(
  actor: Actor,
  eventId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<ShareLinkRow>> {
  authorize(actor, 'share_links.read');
  await getEvent(actor, eventId);
  const links = await db().shareLink.findMany({
    where: {
      eventId,
      organizationId: actor.organizationId,
      AND: beforeCursor(cursor, 'createdAt'),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: shareLinkRelations,
  });
  return pageOf(links, limit, ({ createdAt: at, id }) => ({ at, id }));
}
