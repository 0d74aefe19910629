import { z } from 'zod';
import {
  commentSchema,
  createCommentInputSchema,
  createGuestCommentInputSchema,
  guestCommentSchema,
  updateCommentInputSchema,
} from '../comments';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const oneComment = z.object({ data: commentSchema });

export const listComments = declare('listComments', {
  summary: 'List the comments of an event by their moments, in pages of at most 200',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 200, maxLimit: 200 }),
  reply: pageSchema(commentSchema),
});

export const createComment = declare('createComment', {
  summary: 'Comment on a moment of an event, or answer a comment',
  failures: ['limit_reached'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: createCommentInputSchema,
  reply: oneComment,
  status: 201,
});

export const updateComment = declare('updateComment', {
  summary: 'Mark a comment as done, or as open again',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: updateCommentInputSchema,
  reply: oneComment,
});

export const deleteComment = declare('deleteComment', {
  summary: 'Delete a comment with its answers',
  auth: 'user',
  params: idParams,
});

export const createGuestComment = declare('createGuestComment', {
  summary: 'Comment as a guest of a share link that allows it',
  auth: 'public',
  body: createGuestCommentInputSchema,
  failures: ['not_found', 'gone', 'forbidden', 'limit_reached', 'too_many_requests'],
  reply: z.object({ data: guestCommentSchema }),
  status: 201,
});
