import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { afterCursor } from '@/lib/platform/db/after-cursor';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { Stream } from '@/prisma/generated/client';

interface Options extends PageRequest {
  /** Limits the list to the streams of this event. */
  eventId?: string | undefined;
}

/** A page of the streams of the actor's organization, oldest first. @throws AppError `not_found` for an unknown event */
export async function listStreams(actor: Actor, { eventId, limit, cursor }: Options): Promise<Page<Stream>> {
  authorize(actor, 'streams.read');
  if (eventId) await getEvent(actor, eventId);
  const streams = await db().stream.findMany({
    where: { organizationId: actor.organizationId, eventId, AND: afterCursor(cursor) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  });
  return pageOf(streams, limit, ({ createdAt: at, id }) => ({ at, id }));
}
