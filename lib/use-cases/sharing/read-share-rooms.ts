import type { SharedWall } from '@/lib/contracts/wall';
import { db } from '@/lib/platform/db/db';
import { sharedWall } from './shared-wall';

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
  wall: SharedWall | null;
}

/** A row of the query below. */
interface Row extends Omit<ShareRoomRules, 'cameras' | 'wall'> {
  streams: { id: string; participantIdentity: string }[];
  follows: boolean;
  wall: unknown;
}

/** The rules of these links and of all recently opened ones, for the share room guard. Omits unknown links. */
export async function readShareRooms(linkIds: string[]): Promise<ShareRoomRules[]> {
  const rows = await db().$queryRaw<Row[]>`
    SELECT share_links.id AS "linkId", share_links.organization_id AS "organizationId", event_id AS "eventId",
      CASE WHEN revoked_at IS NULL AND expires_at > now()
        THEN (extract(epoch FROM expires_at - now()) * 1000)::float8 END AS "endsInMs",
      (SELECT coalesce(json_agg(json_build_object('id', id, 'participantIdentity', participant_identity)), '[]')
        FROM streams WHERE event_id = share_links.event_id AND (all_cameras OR EXISTS (
          SELECT 1 FROM share_link_streams WHERE share_link_id = share_links.id AND stream_id = streams.id
        ))) AS streams,
      follows, wall
    FROM share_links JOIN events ON events.id = event_id
    WHERE share_links.id = ANY(${linkIds}::uuid[]) OR open_until > now()`;
  return rows.map(({ linkId, organizationId, eventId, endsInMs, streams, follows, wall }) => ({
    linkId,
    organizationId,
    eventId,
    endsInMs,
    cameras: streams.map(({ participantIdentity }) => participantIdentity),
    wall: follows ? sharedWall(wall, streams) : null,
  }));
}
