import { z } from 'zod';
import { createStreamInputSchema, listStreamsQuerySchema, streamSchema } from '@/lib/contracts/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createStream } from '@/lib/streams/create-stream';
import { listStreams } from '@/lib/streams/list-streams';
import { serializeStream } from '@/lib/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'List the streams of the organization or of one event, oldest first',
    auth: 'user',
    query: listStreamsQuerySchema,
    reply: z.object({ data: z.array(streamSchema) }),
    handler: async ({ actor, query }) => {
      const streams = await listStreams(actor, { eventId: query.event_id });
      return { data: streams.map(serializeStream) };
    },
  }),
  POST: endpoint({
    summary: 'Add a stream to an event',
    auth: 'user',
    body: createStreamInputSchema,
    reply: z.object({ data: streamSchema }),
    status: 201,
    handler: async ({ actor, body: { stream } }) => ({
      data: serializeStream(await createStream(actor, { name: stream.name, eventId: stream.event_id })),
    }),
  }),
});
