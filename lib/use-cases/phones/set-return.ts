import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { getEvent } from '@/lib/use-cases/events/get-event';

/**
 * Chooses what the phones of an event hear and see of the show.
 * @param source `program` for the cameras on air, or the id of a stream; null: nothing
 * @throws AppError `not_found` for the event; `invalid_input` for a stream of another event
 */
export async function setReturn(actor: Actor, eventId: string, source: string | null): Promise<void> {
  authorize(actor, 'talkback.use');
  const { organizationId } = actor;
  const { name: thingName } = await getEvent(actor, eventId);
  const stream =
    source === null || source === 'program'
      ? null
      : await db().stream.findFirst({ where: { id: source, eventId, organizationId }, select: { name: true } });
  if (source !== null && source !== 'program' && !stream) {
    throw new AppError('invalid_input', 'This camera does not belong to the event.');
  }
  const detail = source === null ? 'to nothing' : `to ${stream?.name ?? 'the program'}`;
  await db().$transaction(async (tx) => {
    await tx.event.update({ where: { id: eventId }, data: { returnSource: source } });
    const line = { thingType: 'event', thingId: eventId, thingName, detail } as const;
    await record(actor, { ...line, action: 'talkback.set_return' }, tx);
  });
  // Gateways hear of it like of a link that opens: the camera's worker joins one room more.
  await openBus().publish({ type: 'event_upsert', organizationId, eventId });
}
