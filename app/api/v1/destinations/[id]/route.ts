import * as destinations from '@/lib/contracts/api/destinations';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteDestination, updateDestination } from '@/lib/use-cases/streams/destinations/destinations';
import { serializeDestination } from '@/lib/use-cases/streams/destinations/serialize-destination';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(destinations.updateDestination, async ({ actor, params, body }) => ({
    data: serializeDestination(await updateDestination(actor, params.id, body.destination)),
  })),
  endpoint(destinations.deleteDestination, ({ actor, params }) => deleteDestination(actor, params.id)),
);
