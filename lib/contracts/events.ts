import { z } from 'zod';
import { nameSchema } from './name-schema';

/** Body of POST /events and of PATCH /events/{id}. */
export const eventInputSchema = z.object({
  event: z.object({ name: nameSchema('Event name') }, 'Event is required.'),
});

/** What every member may be told of an event: all but the way into its room, which is each page's own. */
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

export const eventSchema = eventSummarySchema.extend({
  attributes: eventSummarySchema.shape.attributes.extend({
    /** Subscribe only, this event's room only, six hours; new with every answer, so keep the first one of a page. */
    livekit_token: z.string(),
    livekit_url: z.string(),
  }),
});
export type EventJson = z.infer<typeof eventSchema>;
