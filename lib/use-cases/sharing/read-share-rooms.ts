import { db } from '@/lib/platform/db/db';

/** The participants allowed in the room of a share link. */
export interface ShareRoomRules {
  linkId: string;
  organizationId: string;
  eventId: string;
  /** Time until it expires, in milliseconds; null if it has ended already. */
  endsInMs: number | null;
  /** The participant identities of its cameras. */
  cameras: string[];
}

/** The rules of these links and of all recently opened ones, for the share room guard. Omits unknown links. */
export async function readShareRooms(linkIds: string[]): Promise<ShareRoomRules[]> {
  return db().$queryRaw<ShareRoomRules[]>`
    SELECT id AS "linkId", organization_id AS "organizationId", event_id AS "eventId",
      CASE WHEN revoked_at IS NULL AND expires_at > now()
        THEN (extract(epoch FROM expires_at - now()) * 1000)::float8 END AS "endsInMs",
      ARRAY(SELECT participant_identity FROM streams WHERE event_id = share_links.event_id
        AND (all_cameras OR EXISTS (
          SELECT 1 FROM share_link_streams WHERE share_link_id = share_links.id AND stream_id = streams.id
        ))) AS cameras
    FROM share_links
    WHERE id = ANY(${linkIds}::uuid[]) OR open_until > now()`;
}
