import { audienceOf } from '@/lib/auth/policy';
import { pageAnswer } from '@/lib/contracts/api/paging';
import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createStream } from '@/lib/use-cases/streams/create-stream';
import { listStreams } from '@/lib/use-cases/streams/list-streams';
import { serializeStream, serializeStreamForMember } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(streams.listStreams, async ({ actor, query }) => {
    const { event_id: eventId, limit, cursor } = query;
    const page = await listStreams(actor, { eventId, limit, cursor });
    const audience = audienceOf(actor);
    return pageAnswer(
      page.rows.map((stream) => serializeStream(stream, audience)),
      page,
    );
  }),
  POST: endpoint(streams.createStream, async ({ actor, body: { stream } }) => {
    const { name, event_id: eventId, source_kind: sourceKind, latency } = stream;
    return { data: serializeStreamForMember(await createStream(actor, { name, eventId, sourceKind, latency })) };
  }),
});
