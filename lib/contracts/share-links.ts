import { z } from 'zod';
import { directedFields, sharedArrangementSchema } from './arrangement';
import { guestCommentSchema } from './comments';
import { lengths } from './limits';
import { linkExpirySchema } from './link-expiry-schema';
import { charactersAtLeast, charactersAtMost, nameSchema } from './name-schema';

const moment = z.iso.datetime({ offset: true, error: 'A recorded range needs a date and time.' });
const inputMoment = moment.transform((text) => new Date(text));

/** Body of POST /events/{id}/share_links. */
export const createShareLinkInputSchema = z.object({
  share_link: z.object(
    {
      name: nameSchema('Link name'),
      /** Null: every camera of the event, including later ones. */
      stream_ids: z
        .array(z.uuid('Cameras must be ids of streams.'), 'Cameras must be a list of streams.')
        .min(1, 'Choose at least one camera.')
        .max(200, 'A link can have at most 200 cameras.')
        .nullable()
        .default(null),
      /** Viewers hear the cameras as well. */
      can_hear: z.boolean('Sound must be true or false.').default(false),
      expires_at: linkExpirySchema,
      /** Null: the link alone is enough. */
      password: z
        .string('Password must be text.')
        .min(...charactersAtLeast('Password', lengths.sharePassword.min))
        .max(...charactersAtMost('Password', lengths.sharePassword.max))
        .nullable()
        .default(null),
      /** Maximum number of simultaneous viewers; null for no limit. */
      max_viewers: z
        .number('Viewers must be a number.')
        .int('Viewers must be a whole number.')
        .min(1, 'Viewers must be at least 1.')
        .max(10_000, 'Viewers can be at most 10,000.')
        .nullable()
        .default(null),
      /** Shows what was recorded in this range, with its sound. Null: what the cameras send now. */
      recorded: z
        .object({ starts_at: inputMoment, ends_at: inputMoment }, 'A recorded range has a start and an end.')
        .refine(({ starts_at: start, ends_at: end }) => start < end, 'A recorded range must end after it starts.')
        .nullable()
        .default(null),
      /** Plays recordings as the show was cut, beside all angles: by tally, or by a version of its cuts. Null: angles alone. */
      program: z
        .object(
          { edit_id: z.uuid('edit_id must be the id of an edit.').nullable().default(null) },
          'A program has an edit_id.',
        )
        .nullable()
        .default(null),
      /** Shows the cameras as the event's director arranges them, on one screen. */
      follows: z.boolean('follows must be true or false.').default(false),
      /** Guests may comment on what they see. */
      can_comment: z.boolean('can_comment must be true or false.').default(false),
    },
    'Share link is required.',
  ),
});

/** Body of PATCH /share_links/{id}. */
export const updateShareLinkInputSchema = z.object({
  share_link: z.object({ can_comment: z.boolean('can_comment must be true or false.') }, 'Share link is required.'),
});
export type UpdateShareLinkInput = z.infer<typeof updateShareLinkInputSchema>['share_link'];

/** A share link as members see it. */
export const shareLinkSchema = z.object({
  id: z.uuid(),
  type: z.literal('share_link'),
  attributes: z.object({
    name: z.string(),
    event_id: z.uuid(),
    /** Null: every camera of the event. */
    stream_ids: z.array(z.uuid()).nullable(),
    can_hear: z.boolean(),
    has_password: z.boolean(),
    max_viewers: z.number().int().nullable(),
    expires_at: z.iso.datetime(),
    revoked_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    /** The creator; null if their account was deleted. */
    created_by: z.string().nullable(),
    /** The link's path on this server; null if it can no longer be opened or copied. */
    path: z.string().nullable(),
    /** The range of recordings that it shows; null if it shows what the cameras send now. */
    recorded: z.object({ starts_at: z.iso.datetime(), ends_at: z.iso.datetime() }).nullable(),
    /** Whether it shows the cameras as the event's director arranges them. */
    /** How it plays recordings; null for angles alone. */
    program: z
      .object({ edit_id: z.uuid().nullable(), edit_name: z.string().nullable().describe('Null: as the show was cut.') })
      .nullable(),
    follows: z.boolean(),
    /** Whether its guests may comment on what they see. */
    can_comment: z.boolean(),
    /** How many comments its guests have written. */
    comments: z.number().int(),
    /** The current number of viewers. */
    viewers: z.number().int(),
    /** How often a viewer beyond max_viewers was removed. */
    surplus_viewers: z.number().int(),
    viewer_minutes: z.number().int(),
  }),
});
export type ShareLinkJson = z.infer<typeof shareLinkSchema>;

/** Body of POST /share. */
export const openShareLinkInputSchema = z.object({
  share: z.object(
    {
      /** The part of the link after `#`. */
      secret: z.string('The link is required.').min(1, 'The link is required.').max(200, 'The link is too long.'),
      password: z
        .string('Password must be text.')
        .max(...charactersAtMost('Password', lengths.sharePassword.max))
        .optional(),
      /** From an earlier answer to this page. Spares the password, and keeps the place if places are limited. */
      viewer: z.string('Viewer must be text.').max(200, 'Viewer is too long.').optional(),
    },
    'Share is required.',
  ),
});

/** The recordings that a share link shows. */
const sharedRecordingsSchema = z.object({
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  time_zone: z.string().describe('The event’s, by whose clocks its times are read.'),
  cuts: z
    .array(z.object({ at: z.iso.datetime(), stream_id: z.uuid().nullable() }))
    .nullable()
    .describe('Which camera is the program from a moment on, oldest first. Null where the link plays no program.'),
  recordings: z.array(
    z.object({
      id: z.uuid(),
      stream_id: z.uuid().nullable(),
      camera_name: z.string(),
      /** Where the recording's timeline is read. The address is valid for six hours, and until the link ends. */
      timeline_url: z.string(),
    }),
  ),
});
export type SharedRecordings = z.infer<typeof sharedRecordingsSchema>;

/** An event as a share link shows it. */
export const shareSchema = z.object({
  type: z.literal('share'),
  attributes: z.object({
    event_name: z.string(),
    can_hear: z.boolean(),
    /** In the order of the event; the identities are those of the participants in the room. */
    cameras: z.array(z.object({ identity: z.string(), stream_id: z.uuid(), name: z.string() })),
    ...directedFields(
      sharedArrangementSchema
        .nullable()
        .describe(
          'What the director shows; null where the link does not follow. The room’s metadata has it when it changes.',
        ),
    ),
    expires_at: z.iso.datetime(),
    /** To be sent with the next request of the same page. */
    viewer: z.string(),
    /** Allows subscribing in the link's room alone, and joining within ten minutes. */
    livekit_token: z.string().nullable().describe('Null where the link shows recordings.'),
    livekit_url: z.string(),
    comments: z
      .array(guestCommentSchema)
      .nullable()
      .describe('The newest of this link and their answers, oldest first; null where its guests may not comment.'),
    recorded: sharedRecordingsSchema.nullable().describe('Null where the link shows what the cameras send now.'),
  }),
});
export type ShareJson = z.infer<typeof shareSchema>;
