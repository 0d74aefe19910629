import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
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
export const readRooms = defineSystem('the room guard', async (eventIds: string[]): Promise<Map<string, RoomOwner>> => {
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
});

/** After a longer gap nobody knows who has watched meanwhile. */
const maxGapSeconds = 40;

interface Count {
  /** The event's id for its own room, else the share link's. */
  roomId: string;
  eventId: string;
  organizationId: string;
  viewers: number;
}

/**
 * Notes how many people are in a room, and adds the time since the last count for each of them. The lock of the minute's
 * row puts counts of several processes in order, so that each second counts once.
 */
export const countViewers = defineSystem(
  'the guards of rooms',
  async ({ roomId, eventId, organizationId, viewers }: Count): Promise<void> => {
    await db().$executeRaw`
      INSERT INTO viewer_minutes AS minute
        (room_id, recorded_at, organization_id, event_id, peak, counted_at, viewer_seconds)
      SELECT ${roomId}::uuid, date_trunc('minute', clock_timestamp()), organization_id, id, ${viewers}, clock_timestamp(),
        coalesce((
          SELECT ${viewers} * extract(epoch FROM clock_timestamp() - counted_at) FROM viewer_minutes
          WHERE room_id = ${roomId}::uuid AND counted_at > clock_timestamp() - ${maxGapSeconds} * interval '1 second'
          ORDER BY recorded_at DESC LIMIT 1
        ), 0)
      FROM events WHERE id = ${eventId}::uuid AND organization_id = ${organizationId}::uuid
      ON CONFLICT (room_id, recorded_at) DO UPDATE SET
        viewer_seconds = minute.viewer_seconds
          + ${viewers} * greatest(0, least(${maxGapSeconds}, extract(epoch FROM clock_timestamp() - minute.counted_at))),
        peak = greatest(minute.peak, excluded.peak),
        counted_at = greatest(minute.counted_at, clock_timestamp())`;
  },
);
