import { lifetimes } from '@/lib/contracts/limits';
import { secondMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';

/** How long a place is held for a page that shows recordings, and asks again every 20 seconds. */
const recordedSeconds = 30;
/** How long a place is held after its viewer was seen in the room, which the guard checks every few seconds. */
const presenceSeconds = 15;

interface Place {
  linkId: string;
  viewerId: string;
  /** How many places the link has. */
  maxViewers: number;
}

/**
 * Gives a viewer a place of a link for the time that it takes to join, or lets them keep theirs. The caller has locked
 * the link's row, so that no place is given twice.
 * @returns whether there was a place
 */
export const takeSharePlace = (tx: Transaction, place: Place): Promise<boolean> =>
  takePlace(tx, place, lifetimes.sharePlace / secondMs);

/** {@link takeSharePlace} of a link that shows recordings, for the time until its page asks again. */
export const takeRecordedPlace = (
  tx: Transaction,
  { maxViewers, ...place }: Omit<Place, 'maxViewers'> & { maxViewers: number | null },
): Promise<boolean> => takePlace(tx, { ...place, maxViewers: maxViewers ?? unlimited }, recordedSeconds);

/**
 * Lets a viewer of recordings keep a place, or take a free one again: a page in the background asks for its link late.
 * @throws AppError `limit_reached` where others have all places
 */
export async function keepRecordedPlace(linkId: string, viewerId: string): Promise<void> {
  if (await holdsSharePlace(linkId, viewerId)) return;
  await db().$transaction(async (tx) => {
    const [link] = await tx.$queryRaw<{ maxViewers: number | null }[]>`
      SELECT max_viewers AS "maxViewers" FROM share_links WHERE id = ${linkId}::uuid FOR NO KEY UPDATE`;
    if (link && !(await takeRecordedPlace(tx, { linkId, viewerId, ...link }))) throw noPlaceLeft(link.maxViewers);
  });
}

/** The one error for a link whose places are taken. */
export function noPlaceLeft(maxViewers: number | null): AppError {
  const [places, verb] = maxViewers === 1 ? ['The only place', 'is'] : [`All ${maxViewers} places`, 'are'];
  return new AppError('limit_reached', `${places} of this link ${verb} taken. Try again when somebody has left.`);
}

/** The number of places of a link that are held now. */
export const countSharePlaces = (linkId: string): Promise<number> =>
  db().sharePlace.count({ where: { shareLinkId: linkId, heldUntil: { gt: new Date() } } });

const unlimited = 2 ** 31 - 1;

async function takePlace(tx: Transaction, { linkId, viewerId, maxViewers }: Place, seconds: number): Promise<boolean> {
  await tx.$executeRaw`
    DELETE FROM share_places WHERE share_link_id = ${linkId}::uuid AND held_until <= clock_timestamp()`;
  const count = await tx.$executeRaw`
    INSERT INTO share_places (share_link_id, viewer_id, held_until)
    SELECT ${linkId}::uuid, ${viewerId}, clock_timestamp() + ${seconds} * interval '1 second'
    WHERE ${maxViewers} > (SELECT count(*) FROM share_places
      WHERE share_link_id = ${linkId}::uuid AND viewer_id <> ${viewerId} AND held_until > clock_timestamp())
    ON CONFLICT (share_link_id, viewer_id) DO UPDATE SET held_until = greatest(share_places.held_until, EXCLUDED.held_until)`;
  return count > 0;
}

/**
 * Renews the places of viewers in a link's room. A viewer without a place takes a free one, because places also lapse
 * while LiveKit cannot list its participants.
 * @param viewerIds the viewers in the room, in the order they joined
 * @returns the viewers for whom there is no place
 */
export const keepSharePlaces = defineSystem(
  'the share room guard',
  async (linkId: string, viewerIds: string[]): Promise<string[]> => {
    const kept = await db().$transaction(async (tx) => {
      const [link] = await tx.$queryRaw<{ maxViewers: number | null }[]>`
        SELECT max_viewers AS "maxViewers" FROM share_links WHERE id = ${linkId}::uuid FOR NO KEY UPDATE`;
      if (!link || link.maxViewers === null) return viewerIds;
      const rows = await tx.$queryRaw<{ viewerId: string }[]>`
        WITH held AS (
          SELECT viewer_id FROM share_places WHERE share_link_id = ${linkId}::uuid AND held_until > clock_timestamp()
        ), present AS (
          SELECT viewer_id, position, viewer_id IN (SELECT viewer_id FROM held) AS is_held
          FROM unnest(${viewerIds}::text[]) WITH ORDINALITY AS viewers (viewer_id, position)
        ), placed AS (
          SELECT viewer_id FROM present WHERE is_held
          UNION ALL
          (SELECT viewer_id FROM present WHERE NOT is_held ORDER BY position
           LIMIT greatest(0, ${link.maxViewers} - (SELECT count(*) FROM held)))
        )
        INSERT INTO share_places (share_link_id, viewer_id, held_until)
        SELECT ${linkId}::uuid, viewer_id, clock_timestamp() + ${presenceSeconds} * interval '1 second' FROM placed
        ON CONFLICT (share_link_id, viewer_id) DO UPDATE SET held_until = greatest(share_places.held_until, EXCLUDED.held_until)
        RETURNING viewer_id AS "viewerId"`;
      return rows.map(({ viewerId }) => viewerId);
    });
    return viewerIds.filter((viewerId) => !kept.includes(viewerId));
  },
);

/** Whether a link is open, and the viewer holds a place if the link limits them. */
export const holdsSharePlace = defineSystem(
  'the way to LiveKit',
  async (linkId: string, viewerId: string): Promise<boolean> => {
    const rows = await db().$queryRaw<unknown[]>`
      SELECT 1 FROM share_links WHERE id = ${linkId}::uuid AND revoked_at IS NULL AND expires_at > now()
        AND (max_viewers IS NULL OR EXISTS (SELECT 1 FROM share_places
          WHERE share_link_id = share_links.id AND viewer_id = ${viewerId} AND held_until > now()))`;
    return rows.length > 0;
  },
);
