import type { Client } from '@/lib/auth/client';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import type { CreateGuestCommentInput, GuestCommentJson } from '@/lib/contracts/comments';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { requireRoom } from '@/lib/use-cases/comments/comments';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import type { EventComment, ShareLink } from '@/prisma/generated/client';
import * as limits from './share-limits';
import { holdsSharePlace } from './share-places';
import { readShareViewer } from './share-secrets';
import { recordedRange } from './shared-recordings';

/** A link may have a few more when several guests write at the same time. */
const maxCommentsPerLink = 1_000;
/** A page shows its guests the newest comments, with their answers. */
const maxShown = 200;

/**
 * Comments as a guest of a share link whom it has let in. On recordings the guest names the moment; live it is the time at which the
 * cameras took what the guest saw.
 * @throws AppError `not_found`, also for a camera that the link does not show; `gone`; `forbidden` where guests may not comment, or
 *   this one has no place; `invalid_input`; `limit_reached`; `too_many_requests`
 */
export const createGuestComment = definePublic(
  'the secret of a link and the proof of an entry say for whom',
  async (input: CreateGuestCommentInput, { address }: Client): Promise<GuestCommentJson> => {
    const { secret, viewer, name, text, stream_id: streamId } = input;
    const [link] = await Promise.all([findLink(secret), limits.countOpen(address)]);
    const viewerId = link && readShareViewer(link.id, viewer);
    if (!link || !viewerId) {
      await limits.countUnknown(address);
      throw new AppError('not_found', 'This link does not work. Open it again, or ask for a new one.');
    }
    if (link.revokedAt || link.expiresAt <= new Date()) {
      throw new AppError('gone', 'This link has ended. Ask whoever sent it for a new one.');
    }
    const [hasPlace] = await Promise.all([
      holdsSharePlace(link.id, viewerId),
      limits.countComment(link.id, viewerId, address),
    ]);
    if (!link.canComment) throw new AppError('forbidden', 'Guests of this link cannot comment.');
    if (!hasPlace) {
      throw new AppError('forbidden', 'You have no place in this link any more. Open it again to comment.');
    }
    const at = momentOf(link, input);
    const { id: shareLinkId, organizationId, eventId } = link;
    // Side by side and without a transaction, for the director waits for each statement that follows another.
    await Promise.all([
      requireRoom(db(), eventId),
      requireRoomOfLink(shareLinkId),
      streamId === null ? null : requireShown(link, streamId),
    ]);
    const comment = await db().eventComment.create({
      data: { id: newId(), organizationId, eventId, shareLinkId, streamId, at, author: name, text },
    });
    await openBus().publish({ type: 'comment_upsert', organizationId, commentId: comment.id });
    return serializeGuestComment(comment, link.organization.name);
  },
);

/** The moment of a comment. @throws AppError `invalid_input` for one that a link to recordings does not show */
function momentOf(link: ShareLink, { at, ago_ms: agoMs }: CreateGuestCommentInput): Date {
  const range = recordedRange(link);
  if (!range) return new Date(Date.now() - agoMs);
  const moment = at === undefined ? null : new Date(at);
  if (moment && moment >= range.from && moment <= range.to) return moment;
  throw new AppError('invalid_input', 'This link does not show this moment.');
}

const findLink = (secret: string) =>
  db().shareLink.findUnique({
    where: { secretHash: hashLinkSecret(secret) },
    include: { organization: { select: { name: true } } },
  });

/** @throws AppError `limit_reached` where a link has as many comments as it may have */
async function requireRoomOfLink(shareLinkId: string): Promise<void> {
  if ((await db().eventComment.count({ where: { shareLinkId } })) < maxCommentsPerLink) return;
  throw limitReached(`This link has ${maxCommentsPerLink} comments, as many as it may have.`);
}

/** @throws AppError `not_found` for a camera that the link does not show */
async function requireShown({ id, eventId, allCameras }: ShareLink, streamId: string): Promise<void> {
  const isShown = await db().stream.findFirst({
    where: { id: streamId, eventId, shareLinks: allCameras ? undefined : { some: { shareLinkId: id } } },
    select: { id: true },
  });
  if (!isShown) throw new AppError('not_found', 'This link does not show this camera.');
}

/** The newest comments of a link's guests with their answers, by their moments. */
export async function readGuestComments(link: { id: string; organizationName: string }): Promise<GuestCommentJson[]> {
  const comments = await db().eventComment.findMany({
    where: { OR: [{ shareLinkId: link.id }, { parent: { shareLinkId: link.id } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxShown,
  });
  return comments
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
    .map((comment) => serializeGuestComment(comment, link.organizationName));
}

/** A comment as guests see it: members by their organization's name, for a link tells no name of a member. */
const serializeGuestComment = (comment: EventComment, organizationName: string): GuestCommentJson => ({
  id: comment.id,
  stream_id: comment.streamId,
  parent_id: comment.parentId,
  at: comment.at.toISOString(),
  author: comment.shareLinkId === null ? organizationName : comment.author,
  is_from_guest: comment.shareLinkId !== null,
  text: comment.text,
  is_done: comment.doneAt !== null,
  created_at: comment.createdAt.toISOString(),
});
