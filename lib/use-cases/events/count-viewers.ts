import { db } from '@/lib/platform/db/db';

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
export async function countViewers({ roomId, eventId, organizationId, viewers }: Count): Promise<void> {
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
}
