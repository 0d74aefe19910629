import { z } from 'zod';
import { idParams } from '@/lib/contracts/id-params';
import { streamSchema } from '@/lib/contracts/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeStream } from '@/lib/streams/serialize';
import { stopStream } from '@/lib/streams/stop-stream';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: endpoint({
    summary: 'Switch a stream off',
    auth: 'user',
    params: idParams,
    reply: z.object({ data: streamSchema }),
    handler: async ({ actor, params }) => ({ data: serializeStream(await stopStream(actor, params.id)) }),
  }),
});
