import { z } from 'zod';
import { eventInputSchema, eventSchema } from '@/lib/contracts/events';
import { createEvent } from '@/lib/events/create-event';
import { listEvents } from '@/lib/events/list-events';
import { serializeEvent } from '@/lib/events/serialize';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'List the events of the organization, oldest first',
    auth: 'user',
    reply: z.object({ data: z.array(eventSchema) }),
    handler: async ({ actor, request }) => {
      const events = await listEvents(actor);
      return { data: await Promise.all(events.map((event) => serializeEvent(event, actor, request))) };
    },
  }),
  POST: endpoint({
    summary: 'Create an event',
    auth: 'user',
    body: eventInputSchema,
    reply: z.object({ data: eventSchema }),
    status: 201,
    handler: async ({ actor, body, request }) => ({
      data: await serializeEvent(await createEvent(actor, body.event), actor, request),
    }),
  }),
});
