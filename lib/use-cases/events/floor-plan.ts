import { createHash } from 'node:crypto';
import { type FloorPlan, type PlanScale, storedFloorPlanSchema } from '@/lib/contracts/floor-plan';
import { AppError } from '@/lib/core/errors';
import { planFault, planLimits, readPlanImage } from '@/lib/core/plan-image';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { AuditLine } from '@/lib/use-cases/definers/record';
import { Prisma } from '@/prisma/generated/client';
import { eventNotFound, getEvent } from './get-event';
import { lockEvent } from './lock-event';

/** The floor plan of an event with its image. @throws AppError `not_found`, also for the hash of a plan that was replaced */
export const getFloorPlan = defineUseCase(
  { action: 'phones.read' },
  async ({ actor }, eventId: string, hash: string): Promise<FloorPlan & { image: Uint8Array }> => {
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
  },
);

/**
 * Sets the floor plan of an event in place of the one before. The file's metadata, such as where it was taken, is left
 * out. Another plan has another scale.
 * @throws AppError `not_found`; `invalid_input` for what is no image, or too large
 */
export const setFloorPlan = defineUseCase(
  { action: 'events.update', audit: 'events.set_floor_plan' },
  async ({ actor, record }, eventId: string, file: Uint8Array, scale: Partial<PlanScale> = {}): Promise<void> => {
    const read = readPlanImage(file);
    if (!read) throw refused(planLimits.words.type);
    const fault = planFault(read);
    if (fault) throw refused(fault);
    const { mediaType, width, height } = read;
    const image = Buffer.from(read.bytes);
    const hash = createHash('sha256').update(image).digest('hex');
    const { width_m = null, sound_place = null } = scale;
    const floorPlan: FloorPlan = { hash, media_type: mediaType, width, height, width_m, sound_place };
    await changePlan(actor.organizationId, eventId, record, async (tx) => {
      await tx.floorPlanImage.upsert({ where: { eventId }, create: { eventId, image }, update: { image } });
      return floorPlan;
    });
  },
);

/** Says how large the hall of a floor plan is, and where its sound comes from. @throws AppError `not_found` */
export const scaleFloorPlan = defineUseCase(
  { action: 'events.update', audit: 'events.scale_floor_plan' },
  async ({ actor, record }, eventId: string, change: Partial<PlanScale>): Promise<void> => {
    await changePlan(actor.organizationId, eventId, record, async (_, before) => {
      if (!before) throw new AppError('not_found', 'This event has no floor plan.');
      const { width_m = before.width_m, sound_place = before.sound_place } = change;
      return Object.assign(before, { width_m, sound_place });
    });
  },
);

/** Stores the next plan of an event, records that, and tells all pages. @param next gets the plan before; null: none */
async function changePlan(
  organizationId: string,
  eventId: string,
  record: (tx: Transaction, line: AuditLine) => Promise<void>,
  next: (tx: Transaction, before: FloorPlan | null) => Promise<FloorPlan>,
): Promise<void> {
  await db().$transaction(async (tx) => {
    const event = await lockEvent(tx, organizationId, eventId, { mayGrow: false });
    const floorPlan = await next(tx, storedFloorPlanSchema.parse(event.floorPlan));
    await tx.event.update({ where: { id: eventId }, data: { floorPlan } });
    await record(tx, { id: eventId, name: event.name });
  });
  await openBus().publish({ type: 'event_upsert', organizationId, eventId });
}

const refused = (sentence: string) =>
  new AppError('invalid_input', sentence, { details: { 'floor_plan.image': [sentence] } });

/** Removes the floor plan of an event; one without any stays as it is. @throws AppError `not_found` */
export const removeFloorPlan = defineUseCase(
  { action: 'events.update', audit: 'events.remove_floor_plan' },
  async ({ actor, record }, eventId: string): Promise<void> => {
    const { organizationId } = actor;
    const { name } = await getEvent(actor, eventId);
    const isRemoved = await db().$transaction(async (tx) => {
      const { count } = await tx.floorPlanImage.deleteMany({ where: { eventId } });
      if (count === 0) return false;
      await tx.event.update({ where: { id: eventId }, data: { floorPlan: Prisma.DbNull } });
      await record(tx, { id: eventId, name });
      return true;
    });
    if (isRemoved) await openBus().publish({ type: 'event_upsert', organizationId, eventId });
  },
);
