import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { Recording } from '@/prisma/generated/client';

/** The recordings of an event, oldest first. @throws AppError `not_found` */
export async function listRecordings(
  actor: Actor,
  eventId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<Recording>> {
  authorize(actor, 'recordings.view');
  await getEvent(actor, eventId);
  const rows = await db().recording.findMany({
    where: {
      eventId,
      organizationId: actor.organizationId,
      ...(cursor && { OR: [{ startedAt: { gt: cursor.at } }, { startedAt: cursor.at, id: { gt: cursor.id } }] }),
    },
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  });
  return pageOf(rows, limit, ({ startedAt, id }) => ({ at: startedAt, id }));
}
