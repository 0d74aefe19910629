import { createHash } from 'node:crypto';
import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { FloorPlan } from '@/lib/contracts/floor-plan';
import { AppError } from '@/lib/core/errors';
import { planFault, planLimits, readPlanImage } from '@/lib/core/plan-image';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { eventNotFound } from './get-event';

/**
 * Sets the floor plan of an event in place of the one before. The file's metadata, such as where it was taken, is left
 * out.
 * @throws AppError `not_found`; `invalid_input` for what is no image, or too large
 */
export async function setFloorPlan(actor: Actor, eventId: string, file: Uint8Array): Promise<void> {
  authorize(actor, 'events.update');
  const { organizationId } = actor;
  const read = readPlanImage(file);
  if (!read) throw refused(planLimits.words.type);
  const fault = planFault(read);
  if (fault) throw refused(fault);
  const { mediaType, width, height } = read;
  const image = Buffer.from(read.bytes);
  const hash = createHash('sha256').update(image).digest('hex');
  const floorPlan: FloorPlan = { hash, media_type: mediaType, width, height };
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM events WHERE id = ${eventId}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
    const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { name: true } });
    if (!event) throw eventNotFound();
    await tx.floorPlanImage.upsert({ where: { eventId }, create: { eventId, image }, update: { image } });
    await tx.event.update({ where: { id: eventId }, data: { floorPlan } });
    const line = { thingType: 'event', thingId: eventId, thingName: event.name } as const;
    await record(actor, { ...line, action: 'events.set_floor_plan' }, tx);
  });
  await openBus().publish({ type: 'event_upsert', organizationId, eventId });
}

const refused = (sentence: string) =>
  new AppError('invalid_input', sentence, { details: { 'floor_plan.image': [sentence] } });
