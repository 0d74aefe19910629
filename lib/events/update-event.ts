import { record } from '@/lib/audit/record';
import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';
import { eventNotFound } from './get-event';

/** Renames an event of the actor's organization. @throws AppError `not_found` */
export async function updateEvent(actor: Actor, id: string, { name }: { name: string }): Promise<Event> {
  authorize(actor, 'events.update');
  const { organizationId } = actor;
  const event = await db().$transaction(async (tx) => {
    const before = await tx.event.findFirst({ where: { id, organizationId } });
    const [event] = await tx.event.updateManyAndReturn({ where: { id, organizationId }, data: { name } });
    if (!before || !event) throw eventNotFound();
    await record(
      actor,
      { action: 'events.rename', thingType: 'event', thingId: id, thingName: before.name, detail: `to ${name}` },
      tx,
    );
    return event;
  });
  await openBus().publish({ type: 'event_upsert', organizationId, eventId: id });
  return event;
}
