import { z } from 'zod';

const secondsMessage = 'Times in a recording must be seconds since its beginning, or null.';
const seconds = z.number(secondsMessage).min(0, secondsMessage).nullable().default(null);

/** The recording that plays as a camera, and how: as a user chooses it, as it is stored, and as it is shown. */
export const fileSourceSchema = z
  .object({
    recording_id: z.uuid('recording_id must be the id of a recording.').describe('It must have ended.'),
    from_seconds: seconds.describe(
      'Where it begins, in seconds since the beginning of the recording, at the keyframe before; null: at its beginning.',
    ),
    to_seconds: seconds.describe('Where it ends, likewise, at the keyframe after; null: at its end.'),
    loops: z.boolean('loops must be true or false.').default(true).describe('Whether it begins again at its end.'),
  })
  .refine(({ from_seconds: from, to_seconds: to }) => to === null || to > (from ?? 0), {
    message: 'The range must end after its beginning.',
    path: ['to_seconds'],
  });
export type FileSource = z.infer<typeof fileSourceSchema>;

export const storedFileSourceSchema = fileSourceSchema.nullable();
