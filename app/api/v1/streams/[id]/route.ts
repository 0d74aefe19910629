import { audienceOf } from '@/lib/auth/policy';
import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { getStream } from '@/lib/use-cases/streams/get-stream';
import { serializeStream, serializeStreamForMember } from '@/lib/use-cases/streams/serialize';
import { updateStream } from '@/lib/use-cases/streams/update-stream';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.getStream, async ({ actor, params }) => ({
    data: serializeStream(await getStream(actor, params.id), audienceOf(actor)),
  })),
  endpoint(streams.updateStream, async ({ actor, params, body }) => ({
    data: serializeStreamForMember(await updateStream(actor, params.id, body.stream)),
  })),
  endpoint(streams.deleteStream, ({ actor, params }) => deleteStream(actor, params.id)),
);
