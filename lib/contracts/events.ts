import { z } from 'zod';
import { nameSchema } from './name-schema';

/** Body of POST /events and of PATCH /events/{id}. */
export const eventInputSchema = z.object({
  event: z.object({ name: nameSchema('Event name') }, 'Event is required.'),
});

/** An event as a viewer may see it, without access to its room. */
export const viewerEventSummarySchema = z.object({
  id: z.uuid(),
  type: z.literal('event'),
  attributes: z.object({
    name: z.string(),
    livekit_room_name: z.string(),
    created_at: z.iso.datetime(),
  }),
});
export type ViewerEventSummaryJson = z.infer<typeof viewerEventSummarySchema>;

/** An event as a member may see it, without access to its room, which each page gets for itself. */
export const eventSummarySchema = viewerEventSummarySchema.extend({
  attributes: viewerEventSummarySchema.shape.attributes.extend({ is_default: z.boolean() }),
});
export type EventSummaryJson = z.infer<typeof eventSummarySchema>;

/** What a page needs to watch an event. */
const roomAccess = {
  /** Subscribe only, this event's room only, to join within ten minutes. Every answer carries a new one. */
  livekit_token: z.string(),
  livekit_url: z.string(),
};

/** An event as a viewer may see it, with access to its room. */
export const viewerEventSchema = viewerEventSummarySchema.extend({
  attributes: viewerEventSummarySchema.shape.attributes.extend(roomAccess),
});
export type ViewerEventJson = z.infer<typeof viewerEventSchema>;

/** An event as a member may see it, with access to its room. */
export const eventSchema = eventSummarySchema.extend({
  attributes: eventSummarySchema.shape.attributes.extend(roomAccess),
});
export type EventJson = z.infer<typeof eventSchema>;
