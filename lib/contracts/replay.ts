import { z } from 'zod';
import { recordingSchema, recordingTimelineSchema } from './recordings';

/** The last seconds of an event from every angle that is recorded now. */
export const replaySchema = z.object({
  start_us: z.int().describe('In microseconds since 1970.'),
  end_us: z.int().describe('Every angle has been written up to here.'),
  angles: z.array(
    z.object({
      recording: recordingSchema,
      timeline: recordingTimelineSchema.describe('Only what the replay needs.'),
      playlist: z.string().describe('What `playlist_url` answers now, so that a player need not ask.'),
    }),
  ),
});
export type ReplayJson = z.infer<typeof replaySchema>;
