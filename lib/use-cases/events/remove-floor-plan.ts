import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { Prisma } from '@/prisma/generated/client';
import { getEvent } from './get-event';

/** Removes the floor plan of an event; one without any stays as it is. @throws AppError `not_found` */
export async function removeFloorPlan(actor: Actor, eventId: string): Promise<void> {
  authorize(actor, 'events.update');
  const { organizationId } = actor;
  const { name: thingName } = await getEvent(actor, eventId);
  const isRemoved = await db().$transaction(async (tx) => {
    const { count } = await tx.floorPlanImage.deleteMany({ where: { eventId } });
    if (count === 0) return false;
    await tx.event.update({ where: { id: eventId }, data: { floorPlan: Prisma.DbNull } });
    await record(actor, { action: 'events.remove_floor_plan', thingType: 'event', thingId: eventId, thingName }, tx);
    return true;
  });
  if (isRemoved) await openBus().publish({ type: 'event_upsert', organizationId, eventId });
}
