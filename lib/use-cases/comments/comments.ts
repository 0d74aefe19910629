import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import type { CommentJson, CreateCommentInput, UpdateCommentInput } from '@/lib/contracts/comments';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { nameOf } from '@/lib/use-cases/definers/record';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import { requireEventStreams } from '@/lib/use-cases/events/require-event-streams';
import type { EventComment } from '@/prisma/generated/client';

/** An event may have a few more when several are written at the same time: nothing waits for a count. */
const maxComments = 5_000;

const commentNotFound = () => new AppError('not_found', 'This comment does not exist.');

/**
 * Comments on a moment of an event, this one by default, or answers a comment.
 * @throws AppError `not_found`, also for a camera or a comment of another event; `limit_reached`
 */
export const createComment = defineUseCase(
  { action: 'comments.create', audit: 'comments.create' },
  async ({ actor, record }, eventId: string, input: CreateCommentInput): Promise<EventComment> => {
    const { organizationId } = actor;
    const { text, at, stream_id: streamId = null, parent_id: parentId = null } = input;
    const comment = await db().$transaction(async (tx) => {
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { name: true } });
      if (!event) throw eventNotFound();
      await requireRoom(tx, eventId);
      const parent = parentId && (await tx.eventComment.findFirst({ where: { id: parentId, eventId } }));
      if (parent === null && parentId) throw commentNotFound();
      if (streamId) await requireEventStreams(tx, eventId, [streamId], 'This camera is not in this event.');
      await record(tx, { id: eventId, name: event.name });
      return tx.eventComment.create({
        data: {
          id: newId(),
          organizationId,
          eventId,
          author: await nameOf(actor, tx),
          text,
          at: at === undefined ? new Date() : new Date(at),
          streamId,
          // An answer to an answer is one to the comment.
          ...(parent && { parentId: parent.parentId ?? parent.id, at: parent.at, streamId: parent.streamId }),
        },
      });
    });
    await openBus().publish({ type: 'comment_upsert', organizationId, commentId: comment.id });
    return comment;
  },
);

/** Refuses a comment where an event has as many as it may have. @throws AppError `limit_reached` */
export async function requireRoom(tx: Transaction, eventId: string): Promise<void> {
  if ((await tx.eventComment.count({ where: { eventId } })) < maxComments) return;
  throw limitReached(`This event has ${maxComments} comments, as many as it may have: delete some to add another.`);
}

/** Marks a comment of the actor's organization as done, or as open again. @throws AppError `not_found` */
export const updateComment = defineUseCase(
  { action: 'comments.update', audit: 'comments.update' },
  async ({ actor, record }, id: string, { is_done: isDone }: UpdateCommentInput): Promise<EventComment> => {
    const { organizationId } = actor;
    const comment = await db().$transaction(async (tx) => {
      const { event, doneAt } = await lockComment(tx, organizationId, id);
      await record(tx, event);
      return tx.eventComment.update({ where: { id }, data: { doneAt: isDone ? (doneAt ?? new Date()) : null } });
    });
    await openBus().publish({ type: 'comment_upsert', organizationId, commentId: id });
    return comment;
  },
);

/** Deletes a comment of the actor's organization with its answers. @throws AppError `not_found` */
export const deleteComment = defineUseCase(
  { action: 'comments.delete', audit: 'comments.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    await db().$transaction(async (tx) => {
      const { event } = await lockComment(tx, organizationId, id);
      await record(tx, event);
      await tx.eventComment.delete({ where: { id } });
    });
    await openBus().publish({ type: 'comment_remove', organizationId, commentId: id });
  },
);

/** A comment that nobody else changes until the end of the transaction. @throws AppError `not_found` */
async function lockComment(tx: Transaction, organizationId: string, id: string) {
  await tx.$queryRaw`SELECT 1 FROM event_comments WHERE id = ${id}::uuid FOR UPDATE`;
  const comment = await tx.eventComment.findFirst({
    where: { id, organizationId },
    select: { doneAt: true, event: { select: { id: true, name: true } } },
  });
  if (!comment) throw commentNotFound();
  return comment;
}

/** The comments of an event by their moments, each before its answers. @throws AppError `not_found` */
export const listComments = defineUseCase(
  { action: 'comments.read' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<EventComment>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('at', 'asc', request);
    return page.read({ eventId, organizationId }, (query) => db().eventComment.findMany(query));
  },
);

/**
 * Comments of one organization, for callers that have asked the policy.
 * @param ids those of other organizations are left out
 */
export const readComments = defineSystem(
  'the cable asks the policy when somebody subscribes',
  async (organizationId: string, ids: string[]): Promise<EventComment[]> => {
    return db().eventComment.findMany({ where: { organizationId, id: { in: ids } } });
  },
);

/** A comment as the API and the cable show it to members. */
export const serializeComment = (comment: EventComment): CommentJson => ({
  id: comment.id,
  type: 'comment',
  attributes: {
    event_id: comment.eventId,
    stream_id: comment.streamId,
    parent_id: comment.parentId,
    at: comment.at.toISOString(),
    author: comment.author,
    is_from_guest: comment.shareLinkId !== null,
    text: comment.text,
    is_done: comment.doneAt !== null,
    created_at: comment.createdAt.toISOString(),
  },
});
