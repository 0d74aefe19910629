import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/core/db';
import type { Event } from '@/prisma/generated/client';

/** All events of the actor's organization, oldest first. */
export function listEvents({ organizationId }: Actor): Promise<Event[]> {
  return db().event.findMany({ where: { organizationId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}
