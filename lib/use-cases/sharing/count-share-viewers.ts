import { participants } from '@/lib/contracts/participants';
import { db } from '@/lib/platform/db/db';

/** After a longer gap nobody knows who has watched meanwhile. */
const maxGapSeconds = 30;

/**
 * Adds the time since the last count to the link's viewer time, once for each current viewer. The lock of the link's
 * row puts counts of several processes in order, so that each second counts once. While somebody watches, the cameras
 * stay in the link's room.
 * @param viewers the number of viewers in the room
 * @param surplus the number of those without a place
 */
export async function countShareViewers(linkId: string, viewers: number, surplus = 0): Promise<void> {
  await db().$executeRaw`
    UPDATE share_links SET
      viewer_seconds = viewer_seconds + CASE
        WHEN counted_at > clock_timestamp() - ${maxGapSeconds} * interval '1 second'
        THEN ${viewers} * greatest(0, extract(epoch FROM clock_timestamp() - counted_at)) ELSE 0 END,
      viewers = ${viewers},
      surplus_viewers = surplus_viewers + ${surplus},
      counted_at = greatest(counted_at, clock_timestamp()),
      open_until = CASE WHEN ${viewers} > 0 AND recorded_from IS NULL
        THEN greatest(open_until, clock_timestamp() + ${participants.shareViewer.tokenSeconds} * interval '1 second') ELSE open_until END
    WHERE id = ${linkId}::uuid AND revoked_at IS NULL`;
}
