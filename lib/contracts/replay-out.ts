import { z } from 'zod';
import { replaySeconds } from './replay-seconds';
import { replaySpeeds, replayStates } from './replay-speeds';

/** Maximum of a clip, from its beginning to its end. */
const maxClipSeconds = 3_600;

const speedMessage = `speed must be ${replaySpeeds.join(' or ')}.`;
const speedSchema = z.union(
  replaySpeeds.map((speed) => z.literal(speed)),
  speedMessage,
);
const stateSchema = z
  .enum(replayStates, `state must be ${replayStates.join(' or ')}.`)
  .describe('cued: stands on its first frame. playing: until its last frame, which stays. paused: stands where it is.');

const secondsMessage = `last_seconds must be a whole number from 1 to ${replaySeconds.max}.`;
const timeOf = (name: string) =>
  z.iso
    .datetime({ offset: true, error: `${name} must be a time, such as 2026-11-30T12:00:00Z.` })
    .optional()
    .describe('As the camera captured it. Omitted, with the other time: the last seconds.');

const clipInputSchema = z
  .object(
    {
      camera_id: z.uuid('camera_id must be the id of a camera.').describe('A recorded camera of the same event.'),
      from: timeOf('from'),
      to: timeOf('to'),
      last_seconds: z
        .int(secondsMessage)
        .min(1, secondsMessage)
        .max(replaySeconds.max, secondsMessage)
        .default(replaySeconds.usual),
    },
    'clip must be a clip, or null.',
  )
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    message: 'A clip has both times, or none.',
    path: ['to'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || isClip(Date.parse(to) - Date.parse(from)), {
    message: `A clip must end after its beginning, and no more than ${maxClipSeconds} seconds later.`,
    path: ['to'],
  });

const isClip = (ms: number): boolean => ms > 0 && ms <= maxClipSeconds * 1_000;

/** Body of PUT /streams/{id}/replay. */
export const directReplayInputSchema = z.object({
  replay: z
    .object(
      {
        clip: clipInputSchema.nullable().optional().describe('Omitted, the clip stays. null: no clip.'),
        state: stateSchema.optional(),
        speed: speedSchema.optional().describe('Below 1 it plays without sound.'),
      },
      'Replay is required.',
    )
    .refine((replay) => Object.values(replay).some((value) => value !== undefined), {
      message: 'Give at least one of clip, state and speed.',
    }),
});
export type DirectReplayInput = z.infer<typeof directReplayInputSchema>;

const clipSchema = z.object({
  camera_id: z.uuid(),
  camera_name: z.string(),
  recording_id: z.uuid(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
});

/** The clip of a replay, and how it plays. */
export const replayOutSchema = z.object({
  clip: clipSchema,
  state: stateSchema,
  speed: speedSchema,
  since: z.iso.datetime().describe('When state and speed were chosen.'),
});
export type ReplayOutJson = z.infer<typeof replayOutSchema>;

/** The same as it is stored. */
export const storedReplayOutSchema = replayOutSchema.extend({
  clip: clipSchema.extend({
    /** Differs with each cue. */
    cue: z.string(),
    /** Is added to the recording's times. */
    offset_ms: z.int(),
  }),
});
export type StoredReplayOut = z.infer<typeof storedReplayOutSchema>;
