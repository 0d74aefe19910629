import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { idParams } from '@/lib/http/id-params';
import { route } from '@/lib/http/route';
import { listIncidents } from '@/lib/streams/list-incidents';
import { incidentSchema } from '@/lib/streams/schema';
import { serializeIncident } from '@/lib/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'The latest 50 lines of the history of a stream, newest first',
    auth: 'user',
    params: idParams,
    reply: z.object({ data: z.array(incidentSchema) }),
    handler: async ({ actor, params }) => ({ data: (await listIncidents(actor, params.id)).map(serializeIncident) }),
  }),
});
