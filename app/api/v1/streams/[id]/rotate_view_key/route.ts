import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { rotateViewKey } from '@/lib/use-cases/streams/rotate-view-key';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(streams.rotateViewKey, async ({ actor, params }) => ({
    data: serializeStreamForMember(await rotateViewKey(actor, params.id)),
  })),
});
