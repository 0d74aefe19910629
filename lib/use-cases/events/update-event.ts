import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdateEventInput } from '@/lib/contracts/events';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { Event } from '@/prisma/generated/client';
import { dateOf, requireOrder } from './event-times';
import { eventNotFound } from './get-event';

/**
 * Renames an event of the actor's organization, or changes its times or whether its new cameras record when on.
 * @throws AppError `not_found`, `invalid_input` for an end that is not after the start
 */
export async function updateEvent(
  actor: Actor,
  id: string,
  { name, starts_at, ends_at, records_when_on: recordsWhenOn }: UpdateEventInput['event'],
): Promise<Event> {
  authorize(actor, 'events.update');
  const { organizationId } = actor;
  const changes = { name, startsAt: dateOf(starts_at), endsAt: dateOf(ends_at), recordsWhenOn };
  const event = await db().$transaction(async (tx) => {
    // Locked: an end and a start that are changed at the same time must still be in order.
    await tx.$queryRaw`SELECT 1 FROM events WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
    const before = await tx.event.findFirst({ where: { id, organizationId } });
    if (!before) throw eventNotFound();
    const event = await tx.event.update({ where: { id }, data: changes });
    requireOrder(event);
    const line = { thingType: 'event', thingId: id, thingName: before.name } as const;
    if (event.name !== before.name) {
      await record(actor, { ...line, action: 'events.rename', detail: `to ${event.name}` }, tx);
    }
    if (timesOf(event) !== timesOf(before)) {
      await record(actor, { ...line, action: 'events.schedule', detail: timesOf(event) }, tx);
    }
    if (event.recordsWhenOn !== before.recordsWhenOn) {
      const detail = event.recordsWhenOn ? 'to yes' : 'to no';
      await record(actor, { ...line, action: 'events.record_when_on', detail }, tx);
    }
    return event;
  });
  await openBus().publish({ type: 'event_upsert', organizationId, eventId: id });
  return event;
}

const timesOf = ({ startsAt, endsAt }: Event): string =>
  `to start ${startsAt?.toISOString() ?? 'at no set time'}, end ${endsAt?.toISOString() ?? 'at no set time'}`;
