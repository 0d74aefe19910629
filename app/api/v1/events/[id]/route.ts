import { z } from 'zod';
import { eventInputSchema, eventSchema } from '@/lib/contracts/events';
import { idParams } from '@/lib/contracts/id-params';
import { deleteEvent } from '@/lib/events/delete-event';
import { getEvent } from '@/lib/events/get-event';
import { serializeEvent } from '@/lib/events/serialize';
import { updateEvent } from '@/lib/events/update-event';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

const reply = z.object({ data: eventSchema });

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'Get an event',
    auth: 'user',
    params: idParams,
    reply,
    handler: async ({ actor, params, request }) => ({
      data: await serializeEvent(await getEvent(actor, params.id), actor, request),
    }),
  }),
  PATCH: endpoint({
    summary: 'Rename an event',
    auth: 'user',
    params: idParams,
    body: eventInputSchema,
    reply,
    handler: async ({ actor, params, body, request }) => ({
      data: await serializeEvent(await updateEvent(actor, params.id, body.event), actor, request),
    }),
  }),
  DELETE: endpoint({
    summary: 'Delete an event with its streams',
    auth: 'user',
    params: idParams,
    handler: ({ actor, params }) => deleteEvent(actor, params.id),
  }),
});
