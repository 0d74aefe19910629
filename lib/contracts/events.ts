import { z } from 'zod';
import { nameSchema } from './name-schema';

/** Body of POST /events and of PATCH /events/{id}. */
export const eventInputSchema = z.object({
  event: z.object({ name: nameSchema('Event name') }, 'Event is required.'),
});

/** An event, without access to its room, which each page gets for itself. */
export const eventSummarySchema = z.object({
  id: z.uuid(),
  type: z.literal('event'),
  attributes: z.object({
    name: z.string(),
    livekit_room_name: z.string(),
    is_default: z.boolean(),
    created_at: z.iso.datetime(),
  }),
});
export type EventSummaryJson = z.infer<typeof eventSummarySchema>;

/** An event with access to its room. */
export const eventSchema = eventSummarySchema.extend({
  attributes: eventSummarySchema.shape.attributes.extend({
    livekit_token: z
      .string()
      .describe("Subscribe only, this event's room only, to join within ten minutes. Every answer carries a new one."),
    livekit_url: z.string(),
  }),
});
export type EventJson = z.infer<typeof eventSchema>;
