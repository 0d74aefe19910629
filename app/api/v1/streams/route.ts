import { audienceOf } from '@/lib/auth/policy';
import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createStream } from '@/lib/streams/create-stream';
import { listStreams } from '@/lib/streams/list-streams';
import { serializeStream } from '@/lib/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint(streams.listStreams, async ({ actor, query }) => {
    const found = await listStreams(actor, { eventId: query.event_id });
    return { data: found.map((stream) => serializeStream(stream, audienceOf(actor))) };
  }),
  POST: endpoint(streams.createStream, async ({ actor, body: { stream } }) => {
    const { name, event_id: eventId, latency } = stream;
    const created = await createStream(actor, { name, eventId, latency });
    return { data: serializeStream(created, audienceOf(actor)) };
  }),
});
