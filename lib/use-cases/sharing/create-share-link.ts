import type { Actor } from '@/lib/auth/actor';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { hashPassword, inPasswordQueue } from '@/lib/auth/password';
import { authorize } from '@/lib/auth/policy';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { eventNotFound } from '@/lib/use-cases/events/get-event';
import { requireEventStreams } from '@/lib/use-cases/events/require-event-streams';
import { type ShareLinkRow, shareLinkRelations } from './serialize';
import { newShareSecret } from './share-secrets';

/** Each open link is one more room that its cameras send to. */
const maxLinksPerEvent = 50;

interface NewShareLink {
  name: string;
  /** Null: every camera of the event, also those to come. */
  streamIds: string[] | null;
  canHear: boolean;
  expiresAt: Date;
  password: string | null;
  maxViewers: number | null;
  /** The range of recordings that it shows; null: what the cameras send now. */
  recorded?: { startsAt: Date; endsAt: Date } | null;
  /** Shows the cameras as the event's director arranges them. */
  follows?: boolean;
}

/**
 * Makes a link that shows cameras of an event to whoever holds it, or a range of their recordings.
 * @throws AppError `not_found` for the event or a stream that is not the event's, `limit_reached`, `busy`
 */
export async function createShareLink(actor: Actor, eventId: string, link: NewShareLink): Promise<ShareLinkRow> {
  authorize(actor, 'share_links.create');
  if (link.recorded) authorize(actor, 'recordings.export');
  const { organizationId, userId: createdById } = actor;
  const { streamIds, password, name, canHear, expiresAt, maxViewers, recorded = null, follows = false } = link;
  const passwordHash = password === null ? null : await inPasswordQueue(() => hashPassword(password));
  const id = newId();
  return db().$transaction(async (tx) => {
    // One at a time for each event, so that the limit is kept; the event stays until the end.
    const [event] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM events WHERE id = ${eventId}::uuid AND organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
    if (!event) throw eventNotFound();
    const open = { eventId, revokedAt: null, expiresAt: { gt: new Date() } };
    if ((await tx.shareLink.count({ where: open })) >= maxLinksPerEvent) {
      throw limitReached(
        `This event has ${maxLinksPerEvent} open links, as many as it may have: revoke one to add another.`,
      );
    }
    const distinct = [...new Set(streamIds ?? [])];
    await requireEventStreams(tx, eventId, distinct, 'A camera of the link is not in this event.');
    await record(actor, { action: 'share_links.create', thingType: 'share_link', thingId: id, thingName: name }, tx);
    return tx.shareLink.create({
      data: {
        id,
        organizationId,
        eventId,
        createdById,
        name,
        secretHash: hashLinkSecret(newShareSecret(id)),
        allCameras: streamIds === null,
        canHear: canHear || recorded !== null,
        passwordHash,
        maxViewers,
        expiresAt,
        recordedFrom: recorded?.startsAt ?? null,
        recordedTo: recorded?.endsAt ?? null,
        follows: follows && recorded === null,
        streams: { create: distinct.map((streamId) => ({ streamId, organizationId })) },
      },
      include: shareLinkRelations,
    });
  });
}
