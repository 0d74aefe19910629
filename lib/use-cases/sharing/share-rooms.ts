import type { SharedArrangement } from '@/lib/contracts/arrangement';
import { participants } from '@/lib/contracts/participants';
import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { sharedArrangement } from './shared-arrangement';

/** The participants allowed in the room of a share link. */
export interface ShareRoomRules {
  linkId: string;
  organizationId: string;
  eventId: string;
  /** Time until it expires, in milliseconds; null if it has ended already. */
  endsInMs: number | null;
  /** The participant identities of its cameras. */
  cameras: string[];
  /** The arrangement for its room; null where it does not follow the event's director. */
  multiview: SharedArrangement | null;
}

/** A row of the query below. */
interface Row extends Omit<ShareRoomRules, 'cameras' | 'multiview'> {
  streams: { id: string; participantIdentity: string }[];
  follows: boolean;
  multiview: unknown;
}

/** The rules of these links and of all recently opened ones, for the share room guard. Omits unknown links. */
export const readShareRooms = defineSystem(
  'the share room guard',
  async (linkIds: string[]): Promise<ShareRoomRules[]> => {
    const rows = await db().$queryRaw<Row[]>`
      SELECT share_links.id AS "linkId", share_links.organization_id AS "organizationId", event_id AS "eventId",
        CASE WHEN revoked_at IS NULL AND expires_at > now()
          THEN (extract(epoch FROM expires_at - now()) * 1000)::float8 END AS "endsInMs",
        (SELECT coalesce(json_agg(json_build_object('id', id, 'participantIdentity', participant_identity)), '[]')
          FROM streams WHERE event_id = share_links.event_id AND (all_cameras OR EXISTS (
            SELECT 1 FROM share_link_streams WHERE share_link_id = share_links.id AND stream_id = streams.id
          ))) AS streams,
        follows, wall AS multiview
      FROM share_links JOIN events ON events.id = event_id
      WHERE share_links.id = ANY(${linkIds}::uuid[]) OR open_until > now()`;
    return rows.map(({ linkId, organizationId, eventId, endsInMs, streams, follows, multiview }) => ({
      linkId,
      organizationId,
      eventId,
      endsInMs,
      cameras: streams.map(({ participantIdentity }) => participantIdentity),
      multiview: follows ? sharedArrangement(multiview, streams) : null,
    }));
  },
);

/** After a longer gap nobody knows who has watched meanwhile. */
const maxGapSeconds = 30;

/**
 * Adds the time since the last count to the link's viewer time, once for each current viewer. The lock of the link's
 * row puts counts of several processes in order, so that each second counts once. While somebody watches, the cameras
 * stay in the link's room.
 * @param viewers the number of viewers in the room
 * @param surplus the number of those without a place
 */
export const countShareViewers = defineSystem(
  'the share room guard',
  async (linkId: string, viewers: number, surplus = 0): Promise<void> => {
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
  },
);
