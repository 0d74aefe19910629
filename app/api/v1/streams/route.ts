import { audienceOf } from '@/lib/auth/policy';
import { pageAnswer } from '@/lib/contracts/api/paging';
import * as streams from '@/lib/contracts/api/streams';
import { camelKeys } from '@/lib/core/camel-keys';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createStream } from '@/lib/use-cases/streams/create-stream';
import { listStreams } from '@/lib/use-cases/streams/get-stream';
import { serializeStream, serializeStreamForMember } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.listStreams, async ({ actor, query }) => {
    const audience = audienceOf(actor);
    return pageAnswer(await listStreams(actor, camelKeys(query)), (stream) => serializeStream(stream, audience));
  }),
  endpoint(streams.createStream, async ({ actor, body: { stream } }) => ({
    // A recording's range is stored as it comes.
    data: serializeStreamForMember(await createStream(actor, { ...camelKeys(stream), file: stream.file })),
  })),
);
