import * as incidents from '@/lib/contracts/api/incidents';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { acknowledgeIncident } from '@/lib/use-cases/streams/open-incidents';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(incidents.acknowledgeIncident, ({ actor, params }) => acknowledgeIncident(actor, params.id)),
);
