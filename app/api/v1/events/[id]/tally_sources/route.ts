import * as tally from '@/lib/contracts/api/tally';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeTallySource } from '@/lib/use-cases/tally/serialize';
import { createTallySource, listTallySources } from '@/lib/use-cases/tally/tally-sources';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(tally.listTallySources, async ({ actor, params }) => ({
    data: (await listTallySources(actor, params.id)).map(serializeTallySource),
  })),
  endpoint(tally.createTallySource, async ({ actor, params, body }) => ({
    data: serializeTallySource(await createTallySource(actor, params.id, body.tally_source)),
  })),
);
