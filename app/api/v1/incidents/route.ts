import * as incidents from '@/lib/contracts/api/incidents';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listOpenIncidents } from '@/lib/use-cases/streams/open-incidents';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(incidents.listOpenIncidents, async ({ actor }) => ({ data: await listOpenIncidents(actor) })),
);
