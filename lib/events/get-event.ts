import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';
import { eventNotFound } from './event-not-found';

/** One event of the actor's organization. @throws AppError `not_found` */
export async function getEvent({ organizationId }: Actor, id: string): Promise<Event> {
  const event = await db().event.findFirst({ where: { id, organizationId } });
  if (!event) throw eventNotFound();
  return event;
}
