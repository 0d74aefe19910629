import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { TallyChange } from '@/prisma/generated/client';

/** When which cameras of an event were on air, oldest first. @throws AppError `not_found` */
export async function listTallyChanges(
  actor: Actor,
  eventId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<TallyChange>> {
  authorize(actor, 'tally.read');
  await getEvent(actor, eventId);
  const rows = await db().tallyChange.findMany({
    where: {
      eventId,
      organizationId: actor.organizationId,
      ...(cursor && { OR: [{ occurredAt: { gt: cursor.at } }, { occurredAt: cursor.at, id: { gt: cursor.id } }] }),
    },
    orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  });
  return pageOf(rows, limit, ({ occurredAt, id }) => ({ at: occurredAt, id }));
}
