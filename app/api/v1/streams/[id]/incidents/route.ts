import { pageAnswer } from '@/lib/contracts/api/paging';
import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listIncidents } from '@/lib/use-cases/streams/list-incidents';
import { serializeIncident } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(streams.listIncidents, async ({ actor, params, query }) => {
    const page = await listIncidents(actor, params.id, query);
    return pageAnswer(page.rows.map(serializeIncident), page);
  }),
});
