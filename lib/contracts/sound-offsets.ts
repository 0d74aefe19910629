import { z } from 'zod';

/** How far a live camera is from those that hear the same. */
export const soundOffsetSchema = z.object({
  id: z.uuid().describe('The stream.'),
  type: z.literal('sound_offset'),
  attributes: z.object({
    at: z.iso.datetime().describe('When the cameras were heard.'),
    hall: z.int().describe('Cameras of the same hall hear each other; another hall has another number.'),
    shift_ms: z.number().describe('Added to its times, it brings the camera in step with its hall.'),
    uncertainty_ms: z.number(),
  }),
});
export type SoundOffsetJson = z.infer<typeof soundOffsetSchema>;
