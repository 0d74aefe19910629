import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { mintDirectorToken } from '@/lib/platform/livekit/room-tokens';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { readPhones } from './phones';
import type { CrewPhoneRow, OpenedTalkback } from './serialize';

/** The phones of an event whose invites are not revoked, oldest first. @throws AppError `not_found` */
export const listCrew = defineUseCase(
  { action: 'phones.read' },
  async ({ actor }, eventId: string): Promise<CrewPhoneRow[]> => {
    await getEvent(actor, eventId);
    return readPhones(actor.organizationId, { eventId });
  },
);

interface CrewMessage {
  text: string;
  /** Null: every phone of the event. */
  streamId: string | null;
}

/**
 * Shows a text on one phone of an event, or on all, until the person taps it or another text replaces it.
 * @throws AppError `not_found` for the event, or when there is no such phone
 */
export const messageCrew = defineUseCase(
  { action: 'phones.direct', audit: 'phones.direct' },
  async ({ actor, record }, eventId: string, { text, streamId }: CrewMessage): Promise<void> => {
    const { organizationId } = actor;
    const { name } = await getEvent(actor, eventId);
    const told = await db().$transaction(async (tx) => {
      const phones = await tx.phone.updateManyAndReturn({
        where: { organizationId, eventId, streamId: streamId ?? undefined },
        data: { messageId: newId(), message: text, messageAt: new Date(), acknowledgedAt: null },
        select: { streamId: true },
      });
      if (phones.length === 0) throw new AppError('not_found', 'There is no such phone in this event.');
      await record(tx, { id: eventId, name });
      return phones;
    });
    await openBus().publish({ type: 'crew_message', organizationId, eventId });
    for (const phone of told) {
      await openBus().publish({ type: 'phone_upsert', organizationId, streamId: phone.streamId });
    }
  },
);

/**
 * Chooses what the phones of an event hear and see of the show.
 * @param source `program` for the cameras on air, or the id of a stream; null: nothing
 * @throws AppError `not_found` for the event; `invalid_input` for a stream of another event
 */
export const setReturn = defineUseCase(
  { action: 'talkback.use', audit: 'talkback.set_return' },
  async ({ actor, record }, eventId: string, source: string | null): Promise<void> => {
    const { organizationId } = actor;
    const { name } = await getEvent(actor, eventId);
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
      await record(tx, { id: eventId, name, detail });
    });
    // Gateways hear of it like of a link that opens: the camera's worker joins one room more.
    await openBus().publish({ type: 'event_upsert', organizationId, eventId });
  },
);

/**
 * Lets a member's page into the talkback of an event.
 * @throws AppError `not_found`
 */
export const openTalkback = defineUseCase(
  { action: 'talkback.use', audit: 'talkback.use' },
  async ({ actor, record }, eventId: string): Promise<OpenedTalkback> => {
    const { name, returnSource } = await getEvent(actor, eventId);
    await db().$transaction((tx) => record(tx, { id: eventId, name }));
    return { token: mintDirectorToken(eventId, actor.authSessionId), returnSource };
  },
);
