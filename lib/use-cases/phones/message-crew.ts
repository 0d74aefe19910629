import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { getEvent } from '@/lib/use-cases/events/get-event';

interface CrewMessage {
  text: string;
  /** Null: every phone of the event. */
  streamId: string | null;
}

/**
 * Shows a text on one phone of an event, or on all, until the person taps it or another text replaces it.
 * @throws AppError `not_found` for the event, or when there is no such phone
 */
export async function messageCrew(actor: Actor, eventId: string, { text, streamId }: CrewMessage): Promise<void> {
  authorize(actor, 'phones.direct');
  const { organizationId } = actor;
  const { name: thingName } = await getEvent(actor, eventId);
  const told = await db().$transaction(async (tx) => {
    const phones = await tx.phone.updateManyAndReturn({
      where: { organizationId, eventId, streamId: streamId ?? undefined },
      data: { messageId: newId(), message: text, messageAt: new Date(), acknowledgedAt: null },
      select: { streamId: true },
    });
    if (phones.length === 0) throw new AppError('not_found', 'There is no such phone in this event.');
    await record(actor, { action: 'phones.direct', thingType: 'event', thingId: eventId, thingName }, tx);
    return phones;
  });
  for (const phone of told) {
    await openBus().publish({ type: 'phone_upsert', organizationId, streamId: phone.streamId });
  }
}
