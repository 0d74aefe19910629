import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listIncidents } from '@/lib/streams/list-incidents';
import { serializeIncident } from '@/lib/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint(streams.listIncidents, async ({ actor, params }) => ({
    data: (await listIncidents(actor, params.id)).map(serializeIncident),
  })),
});
