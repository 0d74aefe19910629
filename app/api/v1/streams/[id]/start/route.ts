import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { idParams } from '@/lib/http/id-params';
import { route } from '@/lib/http/route';
import { streamSchema } from '@/lib/streams/schema';
import { serializeStream } from '@/lib/streams/serialize';
import { startStream } from '@/lib/streams/start-stream';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: endpoint({
    summary: 'Switch a stream on',
    auth: 'user',
    params: idParams,
    reply: z.object({ data: streamSchema }),
    handler: async ({ actor, params }) => ({ data: serializeStream(await startStream(actor, params.id)) }),
  }),
});
