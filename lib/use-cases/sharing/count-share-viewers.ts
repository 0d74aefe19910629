import { participants } from '@/lib/contracts/participants';
import { db } from '@/lib/platform/db/db';

/** After a longer gap nobody knows who has watched meanwhile. */
const maxGapSeconds = 30;

/**
 * Adds the time since the last count to the link's viewer time, once for each who watches now. Whoever counts, and however
 * many processes do, each second is added once: counts of one link follow each other by the lock of its row. While somebody
 * watches, the cameras stay in the link's room.
 * @param viewers who are in the room
 * @param surplus those of them for whom there was no place
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
      open_until = CASE WHEN ${viewers} > 0
        THEN greatest(open_until, clock_timestamp() + ${participants.shareViewer.tokenSeconds} * interval '1 second') ELSE open_until END
    WHERE id = ${linkId}::uuid AND revoked_at IS NULL`;
}
