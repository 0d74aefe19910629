import * as destinations from '@/lib/contracts/api/destinations';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createDestination, listDestinations } from '@/lib/use-cases/streams/destinations/destinations';
import { serializeDestination } from '@/lib/use-cases/streams/destinations/serialize-destination';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(destinations.listDestinations, async ({ actor, params }) => ({
    data: (await listDestinations(actor, params.id)).map(serializeDestination),
  })),
  endpoint(destinations.createDestination, async ({ actor, params, body }) => ({
    data: serializeDestination(await createDestination(actor, params.id, body.destination)),
  })),
);
