import { z } from 'zod';
import { idParams } from '@/lib/contracts/id-params';
import { streamSchema, updateStreamInputSchema } from '@/lib/contracts/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteStream } from '@/lib/streams/delete-stream';
import { getStream } from '@/lib/streams/get-stream';
import { serializeStream } from '@/lib/streams/serialize';
import { updateStream } from '@/lib/streams/update-stream';

const reply = z.object({ data: streamSchema });

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'Get a stream',
    auth: 'user',
    params: idParams,
    reply,
    handler: async ({ actor, params }) => ({ data: serializeStream(await getStream(actor, params.id)) }),
  }),
  PATCH: endpoint({
    summary: 'Rename a stream, or set, change or remove its passphrase',
    auth: 'user',
    params: idParams,
    body: updateStreamInputSchema,
    reply,
    handler: async ({ actor, params, body }) => ({
      data: serializeStream(await updateStream(actor, params.id, body.stream)),
    }),
  }),
  DELETE: endpoint({
    summary: 'Delete a stream, whatever its status',
    auth: 'user',
    params: idParams,
    handler: ({ actor, params }) => deleteStream(actor, params.id),
  }),
});
