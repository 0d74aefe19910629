import { randomUUID } from 'node:crypto';
import type { Client } from '@/lib/auth/client';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { inPasswordQueue, verifyPassword } from '@/lib/auth/password';
import type { SharedArrangement } from '@/lib/contracts/arrangement';
import type { GuestCommentJson } from '@/lib/contracts/comments';
import { participants } from '@/lib/contracts/participants';
import type { SharedRecordings } from '@/lib/contracts/share-links';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { readGuestComments } from './guest-comments';
import * as limits from './share-limits';
import { countSharePlaces, noPlaceLeft, takeRecordedPlace, takeSharePlace } from './share-places';
import { countShareViewers } from './share-rooms';
import { readShareViewer } from './share-secrets';
import { sharedArrangement } from './shared-arrangement';
import { readSharedRecordings, recordedRange } from './shared-recordings';

interface OpenShareLink {
  secret: string;
  password?: string | undefined;
  /** The viewer from an earlier answer to the same page. */
  viewer?: string | undefined;
}

/** A link that has let somebody in. */
export interface OpenedShare {
  link: Link;
  /** In the order of the event. */
  cameras: { identity: string; stream_id: string; name: string }[];
  /** Null where it shows what the cameras send now. */
  recorded: SharedRecordings | null;
  /** Null where it does not follow the event's director. */
  multiview: SharedArrangement | null;
  /** Null where its guests may not comment. */
  comments: GuestCommentJson[] | null;
  viewerId: string;
}

interface Link {
  id: string;
  organizationId: string;
  eventId: string;
  eventName: string;
  organizationName: string;
  canHear: boolean;
  canComment: boolean;
  playsProgram: boolean;
  editId: string | null;
  allCameras: boolean;
  passwordHash: string | null;
  maxViewers: number | null;
  expiresAt: Date;
  revokedAt: Date | null;
  recordedFrom: Date | null;
  recordedTo: Date | null;
  /** The following are by Postgres's clock. */
  isExpired: boolean;
  isOpen: boolean;
  follows: boolean;
  /** The event's, as it is stored. */
  multiview: unknown;
}

/**
 * Lets a holder of a link's secret in, and brings the link's cameras into its room if it shows them live. Does not distinguish an unknown
 * secret from that of a deleted link.
 * @throws AppError `not_found`, `gone` for a link that was revoked or has expired, `password_required`, `limit_reached`
 *   if all places are taken, `too_many_requests`, `busy`
 */
export const openShareLink = definePublic(
  'the secret of a link says which',
  async ({ secret, password, viewer }: OpenShareLink, { address }: Client): Promise<OpenedShare> => {
    await limits.countOpen(address);
    const link = await readLink(secret);
    if (!link) {
      await limits.countUnknown(address);
      throw new AppError('not_found', 'This link does not work. Check that it is complete, or ask for a new one.');
    }
    await limits.countOpenOf(link.id);
    if (link.revokedAt) throw new AppError('gone', 'This link was revoked. Ask whoever sent it for a new one.');
    if (link.isExpired) throw new AppError('gone', 'This link has expired. Ask whoever sent it for a new one.');
    const knownId = viewer === undefined ? null : readShareViewer(link.id, viewer);
    if (link.passwordHash && !knownId) await checkPassword(link, link.passwordHash, password, address);
    const viewerId = knownId ?? randomUUID();
    const range = recordedRange(link);
    await enter(link, viewerId, range !== null);
    const comments = link.canComment ? await readGuestComments(link) : null;
    if (range !== null) {
      return {
        link,
        cameras: [],
        recorded: await readSharedRecordings(link, range, viewerId),
        multiview: null,
        comments,
        viewerId,
      };
    }
    const streams = await readCameras(link);
    const cameras = streams.map(({ id, participantIdentity: identity, name }) => ({ identity, stream_id: id, name }));
    const multiview = link.follows ? sharedArrangement(link.multiview, streams) : null;
    return { link, cameras, recorded: null, multiview, comments, viewerId };
  },
);

async function readLink(secret: string): Promise<Link | undefined> {
  const [link] = await db().$queryRaw<Link[]>`
    SELECT share_links.id, share_links.organization_id AS "organizationId", event_id AS "eventId",
      events.name AS "eventName", organizations.name AS "organizationName", can_hear AS "canHear", can_comment AS "canComment", plays_program AS "playsProgram",
      edit_id AS "editId", all_cameras AS "allCameras", password_hash AS "passwordHash",
      max_viewers AS "maxViewers", recorded_from AS "recordedFrom", recorded_to AS "recordedTo", expires_at AS "expiresAt", revoked_at AS "revokedAt",
      expires_at <= now() AS "isExpired", coalesce(open_until > now(), false) AS "isOpen",
      follows, wall AS multiview
    FROM share_links JOIN events ON events.id = event_id
      JOIN organizations ON organizations.id = share_links.organization_id
    WHERE secret_hash = ${hashLinkSecret(secret)}`;
  return link;
}

async function checkPassword(
  { id: linkId, organizationName, eventName }: Link,
  passwordHash: string,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (!password)
    throw new AppError(
      'password_required',
      `${organizationName} shares “${eventName}” with you. This link needs a password.`,
    );
  await limits.countPassword(linkId, address);
  if (await inPasswordQueue(() => verifyPassword(passwordHash, password))) {
    return limits.notePassword(linkId, address);
  }
  throw new AppError('password_required', 'Wrong password.');
}

/**
 * Gives the viewer a place if the link limits them, and keeps the cameras in the link's room while the token is valid.
 * A viewer of recordings is in no room: each gets a place, and places are counted. The link may have ended while the
 * password was checked.
 */
async function enter(
  { id, organizationId, eventId, maxViewers, isOpen }: Link,
  viewerId: string,
  isRecorded: boolean,
): Promise<void> {
  await db().$transaction(async (tx) => {
    const openSeconds = isRecorded ? null : participants.shareViewer.tokenSeconds;
    const count = await tx.$executeRaw`
      UPDATE share_links SET open_until = greatest(open_until, now() + ${openSeconds}::float8 * interval '1 second')
      WHERE id = ${id}::uuid AND revoked_at IS NULL AND expires_at > now()`;
    if (count === 0) throw new AppError('gone', 'This link has ended just now. Ask whoever sent it for a new one.');
    if (isRecorded && (await takeRecordedPlace(tx, { linkId: id, viewerId, maxViewers }))) return;
    if (!isRecorded && (maxViewers === null || (await takeSharePlace(tx, { linkId: id, viewerId, maxViewers }))))
      return;
    throw noPlaceLeft(maxViewers);
  });
  if (isRecorded) await countShareViewers(id, await countSharePlaces(id));
  else if (!isOpen) await openBus().publish({ type: 'share_link_upsert', organizationId, eventId, shareLinkId: id });
}

async function readCameras({ id, eventId, allCameras }: Link) {
  return db().stream.findMany({
    where: { eventId, shareLinks: allCameras ? undefined : { some: { shareLinkId: id } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, participantIdentity: true, name: true },
  });
}
