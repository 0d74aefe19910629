import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type FloorPlan, storedFloorPlanSchema } from '@/lib/contracts/floor-plan';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { eventNotFound } from './get-event';

/** The floor plan of an event with its image. @throws AppError `not_found`, also for the hash of a plan that was replaced */
export async function getFloorPlan(
  actor: Actor,
  eventId: string,
  hash: string,
): Promise<FloorPlan & { image: Uint8Array }> {
  authorize(actor, 'phones.read');
  const event = await db().event.findFirst({
    where: { id: eventId, organizationId: actor.organizationId },
    include: { floorPlanImage: true },
  });
  if (!event) throw eventNotFound();
  const plan = storedFloorPlanSchema.parse(event.floorPlan);
  if (!plan || !event.floorPlanImage || plan.hash !== hash) {
    throw new AppError('not_found', 'This floor plan was replaced or removed.');
  }
  return { ...plan, image: event.floorPlanImage.image };
}
