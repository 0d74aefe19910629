import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { getEvent } from '@/lib/events/get-event';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';

interface Options {
  /** Limits the list to the streams of this event. */
  eventId?: string;
}

/** The streams of the actor's organization, oldest first. @throws AppError `not_found` for an unknown event */
export async function listStreams(actor: Actor, { eventId }: Options = {}): Promise<Stream[]> {
  authorize(actor, 'streams.read');
  if (eventId) await getEvent(actor, eventId);
  return db().stream.findMany({
    where: { organizationId: actor.organizationId, eventId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
