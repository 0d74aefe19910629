import { z } from 'zod';
import { idParams } from '@/lib/contracts/id-params';
import { streamSchema } from '@/lib/contracts/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { rotateKey } from '@/lib/streams/rotate-key';
import { serializeStream } from '@/lib/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: endpoint({
    summary: 'Give a stream a new key; the old one is dead at once',
    auth: 'user',
    params: idParams,
    reply: z.object({ data: streamSchema }),
    handler: async ({ actor, params }) => ({ data: serializeStream(await rotateKey(actor, params.id)) }),
  }),
});
