import { z } from 'zod';

const hours = z.number().min(0);
const gigabytes = z.number().min(0).describe('Of a thousand million bytes.');
const used = {
  camera_hours: hours,
  gigabytes_in: gigabytes,
  gigabytes_to_players: gigabytes.describe(
    'Of a thousand million bytes: SRT packets to players, those that were resent included. What browsers receive is not measured.',
  ),
  gigabytes_recorded: gigabytes,
};

const reliabilitySchema = z.object({
  kind: z.string(),
  camera_hours: hours,
  outages_per_hour: z.number().nullable(),
  loss_percent: z.number().nullable().describe('Null where nothing measured it.'),
});

/** An organization's use, and how well its cameras did. */
export const analyticsSchema = z.object({
  type: z.literal('analytics'),
  attributes: z.object({
    from: z.string().describe('The first day, such as 2026-01-01, in UTC.'),
    max_streams_on: z.int().describe('Cameras that may be on at once, by plan and server.'),
    months: z
      .array(
        z.object({
          month: z.string().describe('Such as 2026-11, in UTC.'),
          ...used,
          viewer_hours: hours,
          peak_cameras: z.int().describe('The most cameras with a picture in one minute.'),
        }),
      )
      .describe('The newest first; months without any use are left out.'),
    events: z.array(z.object({ id: z.uuid(), name: z.string(), ...used, viewer_hours: hours })),
    cameras: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        event_name: z.string(),
        ...used,
        outages: z.int(),
        frames_lost: z.number(),
      }),
    ),
    sources: z.array(reliabilitySchema).describe('By what a camera is: srt or phone.'),
    encoders: z
      .array(reliabilitySchema)
      .describe(
        'By what the stream names as its encoder and its muxer, by a phone’s browser, or by the program that sends by WHIP; unknown where nothing does. At most 50.',
      ),
    networks: z
      .array(reliabilitySchema)
      .describe('By the mean round trip of a day: near (below 20 ms), far (below 100 ms), very_far, unknown.'),
  }),
});
export type AnalyticsJson = z.infer<typeof analyticsSchema>;
