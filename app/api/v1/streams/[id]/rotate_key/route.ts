import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { rotateKey } from '@/lib/use-cases/streams/rotate-key';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(streams.rotateKey, async ({ actor, params }) => ({
    data: serializeStreamForMember(await rotateKey(actor, params.id)),
  })),
});
