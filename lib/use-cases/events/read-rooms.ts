import { db } from '@/lib/platform/db/db';
import type { Prisma } from '@/prisma/generated/client';

/** The organization of an event's room, and the cameras that belong in it. */
export interface RoomOwner {
  organizationId: string;
  /** The participant identities of the event's streams that may be in the room. */
  cameras: Set<string>;
}

/** All streams but phones whose invite was revoked. */
const isWelcome = {
  OR: [{ phone: null }, { phone: { invite: { revokedAt: null } } }],
} satisfies Prisma.StreamWhereInput;

/** The owners of these events' rooms, by event. For the room guard, which has no actor. Omits unknown events. */
export async function readRooms(eventIds: string[]): Promise<Map<string, RoomOwner>> {
  const events = await db().event.findMany({
    where: { id: { in: eventIds } },
    select: { id: true, organizationId: true, streams: { where: isWelcome, select: { participantIdentity: true } } },
  });
  return new Map(
    events.map(({ id, organizationId, streams }) => [
      id,
      { organizationId, cameras: new Set(streams.map(({ participantIdentity }) => participantIdentity)) },
    ]),
  );
}
