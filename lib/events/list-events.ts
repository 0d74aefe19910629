import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { Event } from '@/prisma/generated/client';
import { readEvents } from './read-events';

/** All events of the actor's organization, oldest first. */
export async function listEvents(actor: Actor): Promise<Event[]> {
  authorize(actor, 'events.read');
  return readEvents(actor.organizationId);
}
