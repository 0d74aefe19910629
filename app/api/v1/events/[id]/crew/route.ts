import * as phones from '@/lib/contracts/api/phones';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listCrew } from '@/lib/use-cases/phones/crew';
import { serializeCrewPhone } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.listCrew, async ({ actor, params }) => ({
    data: (await listCrew(actor, params.id)).map(serializeCrewPhone),
  })),
);
