import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';
import { startStream } from '@/lib/use-cases/streams/start-stream';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.startStream, async ({ actor, params }) => ({
    data: serializeStreamForMember(await startStream(actor, params.id)),
  })),
);
