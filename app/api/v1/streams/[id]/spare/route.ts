import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';
import { giveBackSpare, takeSpare } from '@/lib/use-cases/streams/show-spare';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.takeSpare, async ({ actor, params }) => ({
    data: serializeStreamForMember(await takeSpare(actor, params.id)),
  })),
  endpoint(streams.giveBackSpare, async ({ actor, params }) => ({
    data: serializeStreamForMember(await giveBackSpare(actor, params.id)),
  })),
);
