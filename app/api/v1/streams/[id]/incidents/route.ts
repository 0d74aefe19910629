import { pageAnswer } from '@/lib/contracts/api/paging';
import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listIncidents } from '@/lib/use-cases/streams/list-incidents';
import { serializeIncident } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.listIncidents, async ({ actor, params, query }) =>
    pageAnswer(await listIncidents(actor, params.id, query), serializeIncident),
  ),
);
