import { db } from '@/lib/platform/db/db';

/** The organization of an event's room, and the cameras that belong in it. */
export interface RoomOwner {
  organizationId: string;
  /** The participant identities of the event's streams. */
  cameras: Set<string>;
}

/** The owners of these events' rooms, by event. For the room guard, which has no actor. Omits unknown events. */
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
