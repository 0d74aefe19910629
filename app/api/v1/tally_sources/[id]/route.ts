import * as tally from '@/lib/contracts/api/tally';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeTallySource } from '@/lib/use-cases/tally/serialize';
import { deleteTallySource, updateTallySource } from '@/lib/use-cases/tally/tally-sources';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(tally.updateTallySource, async ({ actor, params, body }) => ({
    data: serializeTallySource(await updateTallySource(actor, params.id, body.tally_source)),
  })),
  endpoint(tally.deleteTallySource, ({ actor, params }) => deleteTallySource(actor, params.id)),
);
