import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getStill } from '@/lib/use-cases/streams/get-stream';
import { serializeStill } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.getStill, async ({ actor, params }) => ({
    data: serializeStill(params.id, await getStill(actor, params.id)),
  })),
);
