import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';

/** One event of the actor's organization. @throws AppError `not_found` */
export async function getEvent(actor: Actor, id: string): Promise<Event> {
  authorize(actor, 'events.read');
  const event = await db().event.findFirst({ where: { id, organizationId: actor.organizationId } });
  if (!event) throw eventNotFound();
  return event;
}

/** The one error for an event that does not exist or belongs to another organization. */
export const eventNotFound = (cause?: unknown) => new AppError('not_found', 'This event does not exist.', { cause });
