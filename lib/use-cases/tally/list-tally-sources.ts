import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { TallySource } from '@/prisma/generated/client';

/** The tally sources of an event, oldest first. @throws AppError `not_found` */
export async function listTallySources(actor: Actor, eventId: string): Promise<TallySource[]> {
  authorize(actor, 'tally_sources.read');
  await getEvent(actor, eventId);
  return db().tallySource.findMany({
    where: { eventId, organizationId: actor.organizationId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
