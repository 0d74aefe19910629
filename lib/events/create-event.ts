import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';
import { lockEvents } from './lock-events';

/** Adds an event to the actor's organization. The first one is the default. */
export async function createEvent(actor: Actor, { name }: { name: string }): Promise<Event> {
  authorize(actor, 'events.create');
  const { organizationId } = actor;
  const event = await db().$transaction(async (tx) => {
    await lockEvents(tx, organizationId);
    const isDefault = (await tx.event.findFirst({ where: { organizationId } })) === null;
    return tx.event.create({ data: { id: newId(), organizationId, name, isDefault } });
  });
  await openBus().publish({ type: 'event_upsert', organizationId, eventId: event.id });
  return event;
}
