import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { CreateMarkInput } from '@/lib/contracts/marks';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { eventNotFound } from '@/lib/use-cases/events/get-event';
import type { EventMark } from '@/prisma/generated/client';

/** An event may have a few more when several are set at the same time: nothing waits for a count. */
const maxMarks = 2_000;

/** Marks a moment of an event, this one by default. @throws AppError `not_found`, `limit_reached` */
export async function createMark(
  actor: Actor,
  eventId: string,
  { name = '', at }: CreateMarkInput,
): Promise<EventMark> {
  authorize(actor, 'marks.create');
  const { organizationId } = actor;
  const data = { id: newId(), organizationId, eventId, name, at: at === undefined ? new Date() : new Date(at) };
  const mark = await db().$transaction(async (tx) => {
    const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { name: true } });
    if (!event) throw eventNotFound();
    if ((await tx.eventMark.count({ where: { eventId } })) >= maxMarks) {
      throw limitReached(`This event has ${maxMarks} marks, as many as it may have: delete some to add another.`);
    }
    const detail = name || undefined;
    await record(
      actor,
      { action: 'marks.create', thingType: 'event', thingId: eventId, thingName: event.name, detail },
      tx,
    );
    return tx.eventMark.create({ data });
  });
  await openBus().publish({ type: 'mark_upsert', organizationId, markId: mark.id });
  return mark;
}
