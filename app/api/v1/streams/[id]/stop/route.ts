import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.stopStream, async ({ actor, params }) => ({
    data: serializeStreamForMember(await stopStream(actor, params.id)),
  })),
);
