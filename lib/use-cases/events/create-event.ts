import type { CreateEventInput } from '@/lib/contracts/events';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { requireBelowLimit } from '@/lib/use-cases/accounts/require-below-limit';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Event } from '@/prisma/generated/client';
import { dateOf, requireOrder } from './event-times';

/**
 * Adds an event to the actor's organization. The first one is the default.
 * @throws AppError `limit_reached`, `invalid_input` for an end that is not after the start
 */
export const createEvent = defineUseCase(
  { action: 'events.create', audit: 'events.create' },
  async (
    { actor, record },
    { name, starts_at, ends_at, time_zone: timeZone, records_when_on: recordsWhenOn }: CreateEventInput['event'],
  ): Promise<Event> => {
    const times = { startsAt: dateOf(starts_at), endsAt: dateOf(ends_at) };
    requireOrder(times);
    const { organizationId } = actor;
    const event = await db().$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const count = await tx.event.count({ where: { organizationId } });
      requireBelowLimit('events', count);
      const event = await tx.event.create({
        data: { id: newId(), organizationId, name, isDefault: count === 0, timeZone, recordsWhenOn, ...times },
      });
      await record(tx, { id: event.id, name });
      return event;
    });
    await openBus().publish({ type: 'event_upsert', organizationId, eventId: event.id });
    return event;
  },
);
