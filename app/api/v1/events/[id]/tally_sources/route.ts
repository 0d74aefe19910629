import * as tally from '@/lib/contracts/api/tally';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createTallySource } from '@/lib/use-cases/tally/create-tally-source';
import { listTallySources } from '@/lib/use-cases/tally/list-tally-sources';
import { serializeTallySource } from '@/lib/use-cases/tally/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(tally.listTallySources, async ({ actor, params }) => ({
    data: (await listTallySources(actor, params.id)).map(serializeTallySource),
  })),
  POST: endpoint(tally.createTallySource, async ({ actor, params, body }) => ({
    data: serializeTallySource(await createTallySource(actor, params.id, body.tally_source)),
  })),
});
