import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { directReplay } from '@/lib/use-cases/streams/direct-replay';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.directReplay, async ({ actor, params, body }) => ({
    data: serializeStreamForMember(await directReplay(actor, params.id, body.replay)),
  })),
);
