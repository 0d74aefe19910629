import { z } from 'zod';
import { nameSchema } from '@/lib/core/name-schema';

/** Body of POST /events and of PATCH /events/{id}. */
export const eventInputSchema = z.object({
  event: z.object({ name: nameSchema('Event name') }, 'Event is required.'),
});
export type EventInput = z.infer<typeof eventInputSchema>;

export const eventSchema = z.object({
  id: z.uuid(),
  type: z.literal('event'),
  attributes: z.object({
    name: z.string(),
    /** Subscribe only, this event's room only, six hours; new with every answer, so keep the first one of a page. */
    livekit_token: z.string(),
    livekit_url: z.string(),
    livekit_room_name: z.string(),
    is_default: z.boolean(),
    created_at: z.iso.datetime(),
  }),
});
export type EventJson = z.infer<typeof eventSchema>;
