import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { afterCursor } from '@/lib/platform/db/after-cursor';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';

/** A page of the events of the actor's organization, oldest first. */
export async function listEvents(actor: Actor, { limit, cursor }: PageRequest): Promise<Page<Event>> {
  authorize(actor, 'events.read');
  const events = await db().event.findMany({
    where: { organizationId: actor.organizationId, AND: afterCursor(cursor) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  });
  return pageOf(events, limit, ({ createdAt: at, id }) => ({ at, id }));
}
