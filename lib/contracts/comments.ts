import { z } from 'zod';
import { graphemesOf } from '../core/graphemes';
import { lengths } from './limits';
import { nameSchema } from './name-schema';

/** A grapheme has few code units, unless somebody piles accents up. */
const maxCodeUnits = lengths.comment.max * 8;
const tooLong = `A comment can have at most ${lengths.comment.max} characters.`;

/** The text of a comment: plain, with lines. */
const commentText = z
  .string({ error: ({ input }) => (input === undefined ? 'A comment needs a text.' : 'A comment must be text.') })
  .overwrite((text) => text.replaceAll('\r\n', '\n').trim())
  .min(1, 'A comment needs a text.')
  .max(maxCodeUnits, { error: tooLong, abort: true })
  .regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u, "A comment can't contain control characters.")
  .refine(
    (text) => text === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(text),
    'A comment must have a character that is seen.',
  )
  .refine((text) => graphemesOf(text) <= lengths.comment.max, tooLong);

const at = z.iso.datetime({ offset: true, error: 'at must be a time such as 2026-05-01T19:00:00.250Z.' });
const camera = z.uuid('stream_id must be the id of a camera.').nullable();

/** Body of POST /events/{id}/comments. */
export const createCommentInputSchema = z.object({
  comment: z.object(
    {
      text: commentText,
      at: at.optional().describe('The server’s present time by default.'),
      stream_id: camera.default(null).describe('The camera that it is about; null for the show.'),
      parent_id: z
        .uuid('parent_id must be the id of a comment.')
        .nullable()
        .default(null)
        .describe('The comment that it answers, whose moment and camera it has.'),
    },
    'Comment is required.',
  ),
});
export type CreateCommentInput = z.input<typeof createCommentInputSchema>['comment'];

/** Body of PATCH /comments/{id}. */
export const updateCommentInputSchema = z.object({
  comment: z.object({ is_done: z.boolean('is_done must be true or false.') }, 'Comment is required.'),
});
export type UpdateCommentInput = z.infer<typeof updateCommentInputSchema>['comment'];

/** A guest who thinks for longer comments on something else. */
const maxAgoMs = 3_600_000;

/** Body of POST /share/comments. */
export const createGuestCommentInputSchema = z.object({
  comment: z.object(
    {
      secret: z.string('The link is required.').min(1, 'The link is required.').max(200, 'The link is too long.'),
      viewer: z
        .string('Viewer must be text.')
        .max(200, 'Viewer is too long.')
        .describe('From an answer of `POST /share`.'),
      name: nameSchema('Your name'),
      text: commentText,
      stream_id: camera.default(null).describe('A camera of the link; null for the show.'),
      at: at.optional().describe('The moment, of a link to recordings.'),
      ago_ms: z
        .number('ago_ms must be a number.')
        .min(0, 'ago_ms must be at least 0.')
        .max(maxAgoMs, 'ago_ms can be at most an hour.')
        .default(0)
        .describe('How long ago the cameras took what the guest comments on, of a live link.'),
    },
    'Comment is required.',
  ),
});
export type CreateGuestCommentInput = z.infer<typeof createGuestCommentInputSchema>['comment'];

/** The fields of a comment, wherever it is shown to members. */
export const commentFieldsSchema = z.object({
  event_id: z.uuid(),
  stream_id: z.uuid().nullable().describe('The camera that it is about; null for the show.'),
  parent_id: z.uuid().nullable().describe('The comment that it answers.'),
  at: z.iso.datetime(),
  author: z.string().describe('As a guest has typed it, or a member’s.'),
  is_from_guest: z.boolean(),
  text: z.string().describe('Plain text, with lines.'),
});

/** A comment on a moment of an event. */
export const commentSchema = z.object({
  id: z.uuid(),
  type: z.literal('comment'),
  attributes: commentFieldsSchema.extend({ is_done: z.boolean(), created_at: z.iso.datetime() }),
});
export type CommentJson = z.infer<typeof commentSchema>;

/** A comment as guests of its link see it. Members appear by the organization's name. */
export const guestCommentSchema = z.object({
  id: z.uuid(),
  stream_id: z.uuid().nullable(),
  parent_id: z.uuid().nullable(),
  at: z.iso.datetime(),
  author: z.string(),
  is_from_guest: z.boolean(),
  text: z.string(),
  is_done: z.boolean(),
  created_at: z.iso.datetime(),
});
export type GuestCommentJson = z.infer<typeof guestCommentSchema>;
