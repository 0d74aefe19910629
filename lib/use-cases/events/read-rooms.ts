import { db } from '@/lib/platform/db/db';

/** Whose an event's room is, and which cameras belong in it. */
export interface RoomOwner {
  organizationId: string;
  /** The participant identities of the event's streams. */
  cameras: Set<string>;
}

/** The owners of these events' rooms, by event, for the room guard, which acts for no actor. Unknown events are left out. */
export async function readRooms(eventIds: string[]): Promise<Map<string, RoomOwner>> {
  const events = await db().event.findMany({
    where: { id: { in: eventIds } },
    select: { id: true, organizationId: true, streams: { select: { participantIdentity: true } } },
  });
  return new Map(
    events.map(({ id, organizationId, streams }) => [
      id,
      { organizationId, cameras: new Set(streams.map(({ participantIdentity }) => participantIdentity)) },
    ]),
  );
}
