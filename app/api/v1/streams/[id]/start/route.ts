import { z } from 'zod';
import { idParams } from '@/lib/contracts/id-params';
import { streamSchema } from '@/lib/contracts/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
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
