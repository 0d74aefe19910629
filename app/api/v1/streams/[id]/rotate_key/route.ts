import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';
import { rotateKey } from '@/lib/use-cases/streams/stream-keys';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.rotateKey, async ({ actor, params }) => ({
    data: serializeStreamForMember(await rotateKey(actor, params.id)),
  })),
);
