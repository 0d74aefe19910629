import { hashLinkSecret } from '@/lib/auth/link-secret';
import { hashPassword, inPasswordQueue } from '@/lib/auth/password';
import { authorize } from '@/lib/auth/policy';
import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import type { UpdateShareLinkInput } from '@/lib/contracts/share-links';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { lockEvent } from '@/lib/use-cases/events/lock-event';
import { requireEventStreams } from '@/lib/use-cases/events/require-event-streams';
import { readEditOf } from '@/lib/use-cases/recordings/edits';
import { type ShareLinkRow, shareLinkRelations } from './serialize';
import { newShareSecret } from './share-secrets';

/** A page of the share links of an event, newest first. @throws AppError `not_found` */
export const listShareLinks = defineUseCase(
  { action: 'share_links.read' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<ShareLinkRow>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('createdAt', 'desc', request);
    return page.read({ eventId, organizationId }, (query) =>
      db().shareLink.findMany({ ...query, include: shareLinkRelations }),
    );
  },
);

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
  /** Plays recordings as the show was cut, by an edit or else by tally. */
  program?: { editId: string | null } | null;
  /** Shows the cameras as the event's director arranges them. */
  follows?: boolean;
  /** Guests may comment on what they see. */
  canComment?: boolean;
}

/**
 * Makes a link that shows cameras of an event to whoever holds it, or a range of their recordings.
 * @throws AppError `not_found` for the event or a stream that is not the event's, `limit_reached`, `busy`
 */
export const createShareLink = defineUseCase(
  { action: 'share_links.create', audit: 'share_links.create' },
  async ({ actor, record }, eventId: string, link: NewShareLink): Promise<ShareLinkRow> => {
    if (link.recorded) authorize(actor, 'recordings.export');
    const { organizationId, userId: createdById } = actor;
    const { streamIds, password, name, canHear, expiresAt, maxViewers, recorded = null } = link;
    const { follows = false, canComment = false } = link;
    const program = recorded && (link.program ?? null);
    const passwordHash = password === null ? null : await inPasswordQueue(() => hashPassword(password));
    const id = newId();
    await db().$transaction(async (tx) => {
      // One at a time for each event, so that the limit is kept; the event stays until the end.
      await lockEvent(tx, organizationId, eventId, { mayGrow: true });
      const open = { eventId, revokedAt: null, expiresAt: { gt: new Date() } };
      if ((await tx.shareLink.count({ where: open })) >= maxLinksPerEvent) {
        throw limitReached(
          `This event has ${maxLinksPerEvent} open links, as many as it may have: revoke one to add another.`,
        );
      }
      const distinct = [...new Set(streamIds ?? [])];
      await requireEventStreams(tx, eventId, distinct, 'A camera of the link is not in this event.');
      if (program?.editId) await readEditOf(tx, eventId, program.editId);
      await record(tx, { id, name });
      await tx.shareLink.create({
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
          canComment,
          playsProgram: program !== null,
          editId: program?.editId ?? null,
          streams: { create: distinct.map((streamId) => ({ streamId, organizationId })) },
        },
      });
    });
    // Prisma reads relations side by side, which a transaction's connection cannot.
    return db().shareLink.findUniqueOrThrow({ where: { id }, include: shareLinkRelations });
  },
);

/** Chooses whether guests of a share link may comment; what they have written stays. @throws AppError `not_found` */
export const updateShareLink = defineUseCase(
  { action: 'share_links.update', audit: 'share_links.update' },
  async ({ actor, record }, id: string, { can_comment: canComment }: UpdateShareLinkInput): Promise<ShareLinkRow> => {
    const { organizationId } = actor;
    await db().$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM share_links WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      const link = await tx.shareLink.findFirst({
        where: { id, organizationId },
        select: { name: true, canComment: true },
      });
      if (!link) throw new AppError('not_found', 'This share link does not exist.');
      if (link.canComment === canComment) return;
      await record(tx, { id, name: link.name });
      await tx.shareLink.update({ where: { id }, data: { canComment } });
    });
    return db().shareLink.findUniqueOrThrow({ where: { id }, include: shareLinkRelations });
  },
);

/**
 * Revokes a share link and announces it, so that its room is closed and its cameras leave it. A link that is revoked
 * already stays so.
 * @throws AppError `not_found`
 */
export const revokeShareLink = defineUseCase(
  { action: 'share_links.revoke', audit: 'share_links.revoke' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    const link = await db().shareLink.findFirst({
      where: { id, organizationId },
      select: { eventId: true, name: true },
    });
    if (!link) throw new AppError('not_found', 'This share link does not exist.');
    await db().$transaction(async (tx) => {
      const { count } = await tx.shareLink.updateMany({
        where: { id, organizationId, revokedAt: null },
        data: { revokedAt: new Date(), viewers: 0 },
      });
      if (count > 0) await record(tx, { id, name: link.name });
    });
    await openBus().publish({ type: 'share_link_upsert', organizationId, eventId: link.eventId, shareLinkId: id });
  },
);
