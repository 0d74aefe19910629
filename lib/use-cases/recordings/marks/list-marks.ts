import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { EventMark } from '@/prisma/generated/client';

/** The marks of an event, oldest first. @throws AppError `not_found` */
export async function listMarks(
  actor: Actor,
  eventId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<EventMark>> {
  authorize(actor, 'marks.read');
  await getEvent(actor, eventId);
  const rows = await db().eventMark.findMany({
    where: {
      eventId,
      organizationId: actor.organizationId,
      ...(cursor && { OR: [{ at: { gt: cursor.at } }, { at: cursor.at, id: { gt: cursor.id } }] }),
    },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  });
  return pageOf(rows, limit, ({ at, id }) => ({ at, id }));
}
