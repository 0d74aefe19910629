import { z } from 'zod';
import { idParams } from '@/lib/contracts/id-params';
import { incidentSchema } from '@/lib/contracts/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listIncidents } from '@/lib/streams/list-incidents';
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
